import { createHash } from "node:crypto";
import type { WebAnswer } from "./handled.ts";

/** Markup that may be put into a page as it is. */
export interface Html {
  html: string;
}

type Part = string | Html | readonly Html[];

/** Markup with its values escaped, except those that are markup themselves. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return { html: String.raw({ raw: texts }, ...values.map(markup)) };
}

function markup(value: Part): string {
  if (typeof value === "string") return value.replace(/[&<>"']/g, (char) => escapes[char] ?? "");
  return "html" in value ? value.html : value.map(({ html }) => html).join("");
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}" +
  "label,input,button{display:block;width:100%;box-sizing:border-box;font:inherit}" +
  "input,button{margin:.25rem 0 1rem;padding:.5rem}button{cursor:pointer}" +
  "p[role=alert]{border-left:4px solid #b00;padding-left:.75rem}code{overflow-wrap:anywhere}";

const styleDigest = createHash("sha256").update(style).digest("base64");

/**
 * A page without scripts that no other site may frame. `formTargets` are the further places that a form's
 * answer may send the browser to; browsers hold redirects against the policy too.
 */
export function page(
  title: string,
  body: Html,
  more: { status?: number; formTargets?: readonly string[]; headers?: Record<string, string> } = {},
): WebAnswer {
  const whole = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${{ html: style }}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
  const targets = ["'self'", ...(more.formTargets ?? [])].join(" ");
  const policy =
    `default-src 'none'; style-src 'sha256-${styleDigest}'; form-action ${targets}; ` +
    "base-uri 'none'; frame-ancestors 'none'";
  return {
    status: more.status ?? 200,
    headers: { ...more.headers, "content-security-policy": policy },
    type: "text/html",
    body: whole.html,
  };
}
