import { createHash } from "node:crypto";
import { stylesheet } from "./stylesheet.ts";

const digestOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const style = digestOf(stylesheet);

/**
 * The content policy of a page: the one stylesheet, the service's own images, no frame, no other host, and no script
 * but the given one, which may ask this service. `formTargets` are the further places that a form's answer may send
 * the browser to.
 */
export function contentPolicy({
  formTargets = [],
  script,
}: {
  formTargets?: readonly string[];
  script?: string | undefined;
} = {}): string {
  const targets = ["'self'", ...formTargets].join(" ");
  const scripts =
    script === undefined ? "" : `script-src ${digestOf(script)}; connect-src 'self'; `;
  return (
    `default-src 'none'; style-src ${style}; img-src 'self' data:; ${scripts}form-action ${targets}; ` +
    "base-uri 'none'; frame-ancestors 'none'"
  );
}
