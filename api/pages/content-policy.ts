import { createHash } from "node:crypto";
import { stylesheet } from "./stylesheet.ts";

const digestOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const style = digestOf(stylesheet);

/**
 * The content policy of a page: the one stylesheet, the service's own images, no frame, no other host, and no script
 * but the given one and, where `isEnhanced`, those of this service. Scripts may ask this service. `formTargets` are the
 * further places that a form's answer may send the browser to.
 */
export function contentPolicy({
  formTargets = [],
  script,
  isEnhanced = false,
}: {
  formTargets?: readonly string[];
  script?: string | undefined;
  isEnhanced?: boolean;
} = {}): string {
  const targets = ["'self'", ...formTargets].join(" ");
  const sources = [
    ...(isEnhanced ? ["'self'"] : []),
    ...(script === undefined ? [] : [digestOf(script)]),
  ];
  const scripts =
    sources.length === 0 ? "" : `script-src ${sources.join(" ")}; connect-src 'self'; `;
  return (
    `default-src 'none'; style-src ${style}; img-src 'self' data:; ${scripts}form-action ${targets}; ` +
    "base-uri 'none'; frame-ancestors 'none'"
  );
}
