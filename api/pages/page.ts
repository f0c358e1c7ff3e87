import type { WebAnswer } from "../http/requests/handled.ts";
import { contentPolicy } from "./content-policy.ts";
import { type Html, html } from "./html.ts";
import { type Layout, layout } from "./layout.ts";

/** The parts of a page beside its title and content; "narrow" where no width is said. */
interface PageOptions extends Partial<Omit<Layout, "title" | "body">> {
  status?: number;
  /** Further places that a form's answer may send the browser to; browsers hold redirects against the policy too. */
  formTargets?: readonly string[];
  headers?: Record<string, string>;
}

/** A page that no other site may frame, and that no cache keeps. */
export function page(
  title: string,
  body: Html,
  { status = 200, formTargets = [], headers = {}, ...parts }: PageOptions = {},
): WebAnswer {
  const { script, isEnhanced = false } = parts;
  return {
    status,
    headers: {
      ...headers,
      "content-security-policy": contentPolicy({ formTargets, script, isEnhanced }),
    },
    type: "text/html",
    body: layout({ width: "narrow", ...parts, title, body: html`<h1>${title}</h1>${body}` }),
  };
}
