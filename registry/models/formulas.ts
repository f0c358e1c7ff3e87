import type { Unit } from "#schemas/shapes/models/assumption.ts";
import type { ModelFamily } from "#schemas/shapes/models/listing.ts";
import type { Template } from "./catalogue.ts";
import {
  claimSums,
  factorLines,
  periodLines,
  presentLines,
  projectionLines,
  summaryLines,
  valueLines,
} from "./dcf/dcf-lines.ts";
import { driverLabels, growthFade } from "./dcf/drivers.ts";
import { epvLines } from "./epv.ts";
import { equityLines } from "./equity/equity-models.ts";
import type { Model } from "./family.ts";
import type { Expression } from "./formula/expression.ts";
import type { LineTable, LineUnit, ModelLine } from "./formula/lines.ts";
import { type Labels, termsOf, wordsOf } from "./formula/words.ts";
import { multiplesLines } from "./multiples.ts";
import { waccLines } from "./rates/wacc.ts";

/** How one number of a model is computed. */
export interface StatedFormula {
  /** The key of an assumption, or the line of the result. */
  key: string;
  label: string;
  unit: Unit | LineUnit;
  /** In words, by the labels of what it rests on. */
  formula: string;
}

/**
 * How a model computes: every line in the order of its result, then the assumptions that follow from others. The
 * formulas are those that compute and that the workbook holds. Empty for a table of past years.
 */
export function formulasOf({ template, table }: Model): StatedFormula[] {
  const lines = linesOf(template);
  const named = new Map([...Object.entries(namesOfYears), ...lines.map(labelled)]);
  const labels: Labels = {
    line: (id) => named.get(id) ?? id,
    input: (key) =>
      table.byKey.get(key)?.label ?? table.limits.find((one) => one.key === key)?.label ?? key,
  };
  const derived = table.seeds.flatMap(({ key, label, unit, formula }) =>
    formula === undefined ? [] : [{ key, label, unit, formula }],
  );
  const told = [...driversOf(template), ...lines.map(lineOf), ...derived]
    .flatMap((line) => [...partsOf(line), line])
    .map((line) => ({ ...line, formula: textOf(line.formula, labels) }));
  const firsts = new Map(told.toReversed().map((line) => [`${line.label} ${line.formula}`, line]));
  return told.filter(
    (line) =>
      firsts.get(`${line.label} ${line.formula}`) === line && !isItself(line.label, line.formula),
  );
}

type Line = Omit<StatedFormula, "formula"> & { formula: Expression };

const lineOf = ({ id, label, unit, formula }: ModelLine): Line => ({
  key: id,
  label,
  unit,
  formula,
});

/** The named parts of a line, as lines. */
const partsOf = ({ key, unit, formula }: Line): Line[] =>
  termsOf(formula).map(({ name, label, of }) => ({
    key: `${key}.${name}`,
    label: capital(label),
    unit,
    formula: of,
  }));

/** Growth fades; every other driver is the same in all years. */
const driversOf = ({ family }: Template): Line[] =>
  family === "dcf"
    ? [
        {
          key: "revenue_growth",
          label: driverLabels.revenue_growth,
          unit: "ratio",
          formula: growthFade,
        },
      ]
    : [];

/** A line that shows an assumption of its own name says nothing. */
const isItself = (label: string, formula: string) =>
  formula === label || formula.startsWith(`${label}, where`);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Of an assumption alone: which of its edges the low scenario takes. */
function textOf(formula: Expression, labels: Labels): string {
  const words = wordsOf(formula, labels);
  if (formula.kind !== "input" || formula.edge === null) return words;
  const edge = formula.edge === "same" ? "low" : "high";
  return `${words}; the low scenario takes its ${edge} edge`;
}

const labelled = ({ id, label }: ModelLine): [string, string] => [id, label];

const namesOfYears: Readonly<Record<string, string>> = {
  index: "Year number",
  fraction: "Part of the year after the valuation date",
  ...driverLabels,
};

const linesOf = (template: Template): ModelLine[] =>
  tablesOf[template.family](template).flatMap(({ lines }) => lines);

const tablesOf: Readonly<Record<ModelFamily, (of: Template) => LineTable[]>> = {
  dcf: ({ terminalMethod }) => [
    projectionLines,
    periodLines,
    factorLines,
    presentLines,
    claimSums,
    valueLines[terminalMethod ?? "terminal_growth"],
    summaryLines,
  ],
  multiples: (template) => [multiplesLines(template)],
  cost_of_capital: () => [waccLines],
  earnings_power: () => [epvLines],
  equity: (template) => [equityLines(template)],
  historical: () => [],
};
