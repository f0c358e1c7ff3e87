import type { Deps } from "#api/deps.ts";
import { ApiError } from "#api/http/errors.ts";
import { type Html, html } from "#api/pages/html.ts";
import { type AskedParts, readAsked } from "../../saved-screens/service.ts";
import { basisWords, type ReadScreen } from "../../screen/service.ts";
import { factList } from "../parts.ts";

/** What a screen asks as it is read, or the sentence that says why it cannot be. */
export function readOrSentence(registry: Deps["registry"], asked: AskedParts): ReadScreen | string {
  try {
    return readAsked(registry, asked);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error.message;
    throw error;
  }
}

/** What a screen asks, in words. */
export const screenFacts = (
  { where, currency, columns }: AskedParts,
  { sorts, shown }: ReadScreen,
): Html =>
  factList([
    ["Companies", where ? html`<code>${where}</code>` : "All"],
    ["Report in", currency || "Any currency"],
    ["Sorted by", sorts.map(sortWords).join(", then ")],
    ["Columns", columns ? shown.map(columnWords).join("; ") : ""],
  ]);

/** "Revenue, largest first". */
export const sortWords = ({ shown, isDescending }: ReadScreen["sorts"][number]): string =>
  `${columnWords(shown)}, ${isDescending ? "largest" : "smallest"} first`;

const columnWords = ({ metric, basis }: ReadScreen["shown"][number]): string =>
  basis === "ttm" ? metric.label : `${metric.label} (${basisWords[basis]})`;
