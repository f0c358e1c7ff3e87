import type { DataSetFiling } from "./data-set.ts";
import type { DataSetValue } from "./values.ts";

/** The filing with only the values of elements that a statement prints as a line. */
export const asPrinted = ({ filing }: { filing: DataSetFiling }): DataSetFiling => ({
  ...filing,
  values: filing.printed,
});

/** The filings with only the values of these tags, and with only the others. */
export function partValues(
  dataSets: readonly { filing: DataSetFiling }[],
  tags: ReadonlySet<string>,
) {
  const isOwn = ({ taxonomy, tag }: DataSetValue) => tags.has(`${taxonomy}:${tag}`);
  const filings = dataSets.map(({ filing }) => filing);
  const own = filings.map((one) => ({ ...one, values: one.values.filter(isOwn) }));
  const left = filings.map((one) => ({ ...one, values: one.values.filter((v) => !isOwn(v)) }));
  return [own, left] as const;
}
