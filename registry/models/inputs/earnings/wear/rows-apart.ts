import { leavesOf } from "#registry/models/answers/metrics.ts";
import { elementsNamed, flowFact, flowFacts, sumOfFacts } from "../../filed-facts.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../../source.ts";
import {
  amortizationBeside,
  amortizationOfIntangibles,
  depreciationAlone,
  wearOfStatements,
} from "../depreciation-tags.ts";
import { amount, partOfLine, partsOfFacts, summedLine } from "../income-parts.ts";
import { withLine } from "../replaced-lines.ts";
import { isPrintedRow, isRowOfCashFlow } from "./printed-row.ts";

const key = "depreciation_and_amortization";
const keys = [key, "depreciation"] as const;

/**
 * The source with depreciation and amortization of two rows of the cash flow statement. A row that is more than
 * depreciation and less than amortization of intangible assets holds the one and not the other, which stands beside it
 * (Marvell: 348.6 and 942.0). Where the statement is at hand it prints both (Bradesco).
 */
export function withRowsApart(source: ModelSource): ModelSource {
  const elements = rowElements(source);
  return withLine(
    source,
    keys,
    (period) =>
      printedBeside(source, period) ??
      ofRows(source, [elements, amortizationOfIntangibles], period) ??
      ofRows(source, rowsOfReport(source, period), period),
  );
}

/** The elements of such a row, that of cash flow statements first; none where a year contradicts. */
function rowElements(source: ModelSource): string[] {
  const row = wearOfStatements.find((tag) => isRowOfCashFlow(source, tag));
  if (row === undefined) return [];
  const elements = [row, ...wearOfStatements.filter((tag) => tag !== row)];
  const years = source.periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  const proofs = years.flatMap((year) => {
    const [wear, depreciation, amortization] = [
      elements,
      depreciationAlone,
      amortizationOfIntangibles,
    ].map((tags) => numberOf(flowFact(source, tags, year)?.value));
    if (wear == null || depreciation == null || amortization == null) return [];
    return [wear > depreciation && wear < amortization];
  });
  return proofs.length > 0 && proofs.every((one) => one) ? elements : [];
}

/** Elements of the row and of amortization that stands beside it. */
type Rows = readonly (readonly string[])[];

/**
 * Amortization as cash flow statements adjust income for it is a row of them. Where it is more than the row of depreciation
 * and amortization, which is more than depreciation, the row does not hold it (AMD 2025: 750 and 2,254).
 */
function rowsOfReport(source: ModelSource, period: SourcePeriod): Rows {
  const rows = [wearOfStatements, amortizationBeside];
  const [wear, beside, depreciation] = [...rows, depreciationAlone].map((tags) =>
    numberOf(flowFact(source, tags, period)?.value),
  );
  if (wear == null || beside == null) return [];
  return wear > (depreciation ?? 0) && wear < beside ? rows : [];
}

/** The row and amortization; null where the period does not state both. */
function ofRows(source: ModelSource, rows: Rows, period: SourcePeriod): SourceLine | null {
  const parts = rows.map((tags) => partsOfFacts(source, flowFacts(source, tags, period)));
  if (parts.length === 0 || parts.some((one) => one.length === 0)) return null;
  const note =
    "of two rows of the cash flow statement: amortization of intangible assets stands apart";
  return summedLine(period, parts.flat(), note);
}

/** Amortization of nuclear fuel, whose purchases are capital expenditures (American Electric Power 2016: 128.6 and 128.5). */
const amortizationOfFuel = /^(AmortizationOfNuclearFuel|NuclearFuelAmortization)/;

/** The line with amortization of intangible assets and of nuclear fuel that the statement prints beside it. */
function printedBeside(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const whole = partOfLine(period.lines[key]);
  if (whole === null) return null;
  const isOfStatements = leavesOf(whole.lineage, source.facts).every(({ taxonomy, tag }) =>
    wearOfStatements.includes(`${taxonomy}:${tag}`),
  );
  const elements = [
    ...(isOfStatements ? amortizationOfIntangibles : []),
    ...elementsNamed(source, amortizationOfFuel),
  ].filter((tag) => isPrintedRow(period, tag));
  const rows = elements.flatMap((element) => flowFacts(source, [element], period));
  const parts = partsOfFacts(source, rows, { label: "amortization" });
  if (parts.length === 0) return null;
  const value = sumOfFacts(rows);
  const note = `with amortization of ${amount({ value })}, which the cash flow statement prints`;
  return summedLine(period, [[1, key, whole], ...parts], note);
}
