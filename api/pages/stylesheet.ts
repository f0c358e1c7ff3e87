import { readFileSync } from "node:fs";

/** The one stylesheet of all pages. Each page carries it, so that it needs no second request. */
export const stylesheet: string = smaller(
  readFileSync(new URL("tenk.css", import.meta.url), "utf8"),
);

/** Without comments and the spaces that only people read. No text in quotes has any of these. */
function smaller(css: string): string {
  return css
    .replace(/\/\*[^*]*\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/: /g, ":")
    .trim();
}
