import { leavesOf } from "#registry/models/answers/metrics.ts";
import { holdsCostsOfDebt } from "#registry/printed-lines.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { ModelSource, SourceLine, SourcePeriod } from "../../source.ts";
import { wearOfStatements } from "../depreciation-tags.ts";
import { amount, lineOf, partOfFact, partOfLine, printedOperands } from "../income-parts.ts";
import { withLine } from "../replaced-lines.ts";

const key = "depreciation_and_amortization";
const keys = [key, "depreciation"] as const;

/**
 * The source with depreciation and amortization as labels of its row say: a row of both under the element of depreciation holds
 * all of it (Spirit AeroSystems, Entergy), and of a row that holds costs of debt the row among costs counts (NGL, Kohl's).
 */
export function withLabelledRows(source: ModelSource): ModelSource {
  return withLine(
    source,
    keys,
    (period) => rowOfBoth(source, period) ?? rowWithoutDebt(source, period),
  );
}

const labelOf = ({ rowLabels }: ModelSource, { accession, taxonomy, tag }: Fact) =>
  rowLabels?.[accession]?.[`${taxonomy}:${tag}`];

/** The row of depreciation where its label names both, and the line adds amortization of a note to it. */
function rowOfBoth(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const whole = partOfLine(period.lines[key]);
  const row = partOfLine(period.lines.depreciation);
  const [fact, another] = leavesOf(row?.lineage ?? null, source.facts);
  if (whole === null || row === null || fact === undefined || another !== undefined) return null;
  const parts = leavesOf(whole.lineage, source.facts);
  if (row.value >= whole.value || fact.tag !== "Depreciation" || !parts.includes(fact)) return null;
  if (labelOf(source, fact) === undefined) return null;
  const note = `without amortization of ${amount({ value: whole.value - row.value })} of a note: the label of the row says that it holds both`;
  return { ...lineOf(row, period), note };
}

const costs = [
  "remaining_operating_expenses",
  "remaining_costs_and_expenses",
  "remaining_operating_income",
];

/** The row of the income statement in place of one of the cash flow statement that holds costs of debt. */
function rowWithoutDebt(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const whole = partOfLine(period.lines[key]);
  const [fact] = leavesOf(whole?.lineage ?? null, source.facts);
  const label = fact && labelOf(source, fact);
  if (whole === null || label === undefined || !holdsCostsOfDebt(label)) return null;
  const rows = costs
    .flatMap((line) => printedOperands(period.lines[line]))
    .flatMap(([, , , lineage]) => leavesOf(lineage, source.facts))
    .filter(({ taxonomy, tag }) => wearOfStatements.includes(`${taxonomy}:${tag}`))
    .flatMap((row) => partOfFact(source, row) ?? []);
  const row = rows.find(({ value }) => value > 0 && value < whole.value);
  if (row === undefined) return null;
  const note = `of the income statement: the row of cash flows, ${amount(whole)}, holds costs of debt`;
  return { ...lineOf(row, period), note };
}
