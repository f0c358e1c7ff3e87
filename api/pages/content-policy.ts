import { createHash } from "node:crypto";
import { stylesheet } from "./stylesheet.ts";

const styleDigest = createHash("sha256").update(stylesheet).digest("base64");

/**
 * The content policy of a page: the one stylesheet, the service's own images, no script, no frame, no other host.
 * `formTargets` are the further places that a form's answer may send the browser to.
 */
export function contentPolicy({
  formTargets = [],
}: {
  formTargets?: readonly string[];
} = {}): string {
  const targets = ["'self'", ...formTargets].join(" ");
  return (
    `default-src 'none'; style-src 'sha256-${styleDigest}'; img-src 'self' data:; form-action ${targets}; ` +
    "base-uri 'none'; frame-ancestors 'none'"
  );
}
