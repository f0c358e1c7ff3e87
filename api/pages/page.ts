import type { WebAnswer } from "../http/requests/handled.ts";
import { contentPolicy } from "./content-policy.ts";
import { type Html, html } from "./html.ts";
import { type Layout, layout } from "./layout.ts";
import type { PointInTime } from "./point-in-time.ts";

interface PageOptions {
  status?: number;
  /** Further places that a form's answer may send the browser to; browsers hold redirects against the policy too. */
  formTargets?: readonly string[];
  headers?: Record<string, string>;
  /** "narrow" for a form or a note, which is the default; "wide" for tables and charts. */
  width?: Layout["width"];
  /** The day of a page that knows days. */
  pointInTime?: PointInTime;
  /** Path and query of the page, to which a sign-in comes back. */
  address?: string;
  /** With the script of public pages. */
  isEnhanced?: boolean;
  /** Address of an Atom feed of what the page shows. */
  feed?: string | undefined;
  /** A script in the page itself; default none. */
  script?: string | undefined;
}

/** A page that no other site may frame, and that no cache keeps. */
export function page(
  title: string,
  body: Html,
  {
    status = 200,
    formTargets = [],
    headers = {},
    width = "narrow",
    isEnhanced = false,
    script,
    pointInTime,
    address,
    feed,
  }: PageOptions = {},
): WebAnswer {
  return {
    status,
    headers: {
      ...headers,
      "content-security-policy": contentPolicy({ formTargets, script, isEnhanced }),
    },
    type: "text/html",
    body: layout({
      ...{ title, width, isEnhanced, body: html`<h1>${title}</h1>${body}` },
      ...(script === undefined ? {} : { script }),
      ...(pointInTime === undefined ? {} : { pointInTime }),
      ...(address === undefined ? {} : { address }),
      ...(feed === undefined ? {} : { feed }),
    }),
  };
}
