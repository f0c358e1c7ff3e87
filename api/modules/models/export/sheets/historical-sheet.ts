import type { LineKey } from "#registry/models/catalogue.ts";
import { endsOf, type HistoricalColumn } from "#registry/models/dcf/historical-growth.ts";
import { ratioByKey } from "#registry/models/dcf/historical-ratios.ts";
import { historicalColumns } from "#registry/models/dcf/historicals.ts";
import { readTerm } from "#schemas/ratios.ts";
import type { HistoricalRow } from "#schemas/shapes/models/result.ts";
import { type Cell, type Cells, type Format, fact, formula, letters, text } from "../cells.ts";
import { type ExportedModel, moneyUnit, titleOf } from "../exported.ts";
import { compoundOf, derivedLines, isBroken, labelOf, lineFormat } from "../historical-lines.ts";
import { type At, blank, frame, heading, type Line, layOut } from "../sheet.ts";
import type { ModelSheet } from "./model-sheet.ts";

const name = "Historical";
const firstColumn = 3;

/** A column of the sheet: the lines behind it and, for a year that the table shows, its row. */
interface Column {
  letter: string;
  before: string | null;
  known: HistoricalColumn;
  shown: HistoricalRow | null;
}

interface Table {
  exported: ExportedModel;
  columns: readonly Column[];
}

/** A historical table with years across: filed lines as they are, everything else as formulas of them. */
export function historicalSheet(exported: ExportedModel): ModelSheet {
  const { result, model } = exported;
  const table = { exported, columns: columnsOf(exported) };
  const width = Math.max(table.columns.length + 2, 6);
  const listed =
    model.template.key === "historical_ratios" ? [] : model.template.requiredMetricKeys;
  const supporting = supportingLines(exported, listed);
  const lines: Line[] = [
    ...frame(titleOf(exported), result.disclaimer, width),
    { id: "header", cells: () => headerCells(table) },
    ...listed.map((key) => valueLine(table, key)),
    ...ratioLines(table),
    ...(supporting.length === 0 ? [] : [blank, heading("Lines that the above is computed from")]),
    ...supporting.map((key) => valueLine(table, key)),
  ];
  const { rows, at } = layOut(lines);
  return {
    sheet: {
      name,
      rows,
      widths: [46, 15, ...Array.from({ length: width - 2 }, () => 14)],
      frozen: { rows: at("header"), columns: 2 },
      headerRow: at("header"),
      hasGridlines: true,
    },
    names: [],
    cell: null,
    centre: null,
    drivers: null,
  };
}

/** The years shown, and the one before them where it is known: growth of the first is on it. */
function columnsOf({ model, result }: ExportedModel): Column[] {
  const columns = historicalColumns(model.facts);
  const first = columns.length - result.historicals.length;
  const from = Math.max(0, first - 1);
  return columns.slice(from).map((column, index) => ({
    letter: letters(firstColumn + index),
    before: index === 0 ? null : letters(firstColumn + index - 1),
    known: column,
    shown: result.historicals[index + from - first] ?? null,
  }));
}

function headerCells({ columns }: Table): Cells {
  const title = ({ known, shown }: Column) => {
    if (known.basis === "TTM") return `TTM ${known.periodEnd}`;
    return `FY${known.fiscalYear}${shown === null ? " (for growth)" : ""}`;
  };
  return [
    text("Fiscal year", "header"),
    text("Unit", "header"),
    ...columns.map((column) => text(title(column), "header")),
  ];
}

function unitOf({ exported }: Table, format: Format): string {
  if (format === "money") return moneyUnit(exported.result);
  return { perShare: "per share", count: "shares" }[format as string] ?? "ratio";
}

/** Said of a line that stands on another basis of shares than its filings do. */
const basisNote = ({ columns }: Table, key: LineKey) =>
  columns.some(({ known }) => known.marks[key]?.splitFactor !== undefined) ? ", after splits" : "";

/** A filed line, or one derived from filed lines of the same column. */
function valueLine(table: Table, key: LineKey): Line {
  const format = lineFormat(key);
  const derived = derivedLines[key];
  return {
    id: key,
    cells: (at) => [
      text(labelOf(key)),
      text(unitOf(table, format) + basisNote(table, key), "note"),
      ...table.columns.map(({ letter, known }) => {
        const value = known.values[key] ?? null;
        if (derived === undefined) return fact(value, format);
        const of = (other: LineKey) => `${letter}${at(other)}`;
        const isKnown = derived.needs.map((other) => `ISNUMBER(${of(other)})`).join(",");
        return formula(`IF(AND(${isKnown}),${derived.formula(of)},"n/a")`, value, format);
      }),
    ],
  };
}

/** Growth, margins, returns and compound growth, as far as the template has them. */
function ratioLines(table: Table): Line[] {
  const row = table.exported.result.historicals[0];
  if (row === undefined) return [];
  const isRatios = table.exported.model.template.key === "historical_ratios";
  const returns = isRatios ? Object.keys(row.values) : [];
  const block = (title: string, keys: string[], of: (key: string) => Line): Line[] =>
    keys.length === 0 ? [] : [blank, heading(title), ...keys.map(of)];
  return [
    ...block("Growth on the year before", Object.keys(row.growth), (key) => growthLine(table, key)),
    ...block("Ratios", Object.keys(row.margins), (key) => quotientLine(table, "margins", key)),
    ...block("Returns and compound growth", returns, (key) => compoundLine(table, key)),
  ];
}

type RatioCell = (column: Column, at: At, index: number) => Cell | null;

const ratioLine = (table: Table, id: string, label: string, cell: RatioCell): Line => ({
  id,
  cells: (at) => [
    text(label),
    text("ratio", "note"),
    ...table.columns.map((column, index) =>
      column.shown === null ? null : cell(column, at, index),
    ),
  ],
});

function growthLine(table: Table, key: string): Line {
  return ratioLine(table, `growth.${key}`, labelOf(key), ({ letter, before, known, shown }, at) => {
    if (before === null || known.basis === "TTM") return null;
    const [now, then] = [`${letter}${at(key)}`, `${before}${at(key)}`];
    const isKnown = `AND(ISNUMBER(${now}),ISNUMBER(${then}),${then}>0)`;
    const result = shown?.growth[key] ?? null;
    if (isBroken(shown?.reasons[`growth.${key}`])) return text("n/a");
    return formula(`IF(${isKnown},${now}/${then}-1,"n/a")`, result, "percent");
  });
}

/** A ratio of sums of lines, where all are known and the divisor is above zero. */
function quotientLine(table: Table, block: "margins" | "values", key: string): Line {
  const ratio = ratioByKey.get(key);
  if (ratio === undefined) throw new Error(`no formula for the ratio "${key}"`);
  return ratioLine(table, `${block}.${key}`, labelOf(key), ({ letter, shown }, at) => {
    const sum = (terms: readonly string[]) =>
      terms.map((term) => term.replace(/\w+/, (line) => `${letter}${at(line)}`)).join("+");
    const cells = [...ratio.part, ...ratio.whole].map((term) => at(readTerm(term).key));
    const known = cells.map((row) => `ISNUMBER(${letter}${row})`).join(",");
    const [above, below] = [ratio.part, ratio.whole].map((terms) => `(${sum(terms)})`);
    return formula(
      `IF(AND(${known}),IF(${below}>0,${above}/${below},"n/a"),"n/a")`,
      shown?.[block][key] ?? null,
      ratio.isMultiple ? "multiple" : "percent",
    );
  });
}

function compoundLine(table: Table, key: string): Line {
  const compound = compoundOf(key);
  if (compound === null) return quotientLine(table, "values", key);
  return ratioLine(table, `values.${key}`, labelOf(key), ({ letter, known, shown }, at, index) => {
    const upTo = table.columns.slice(0, index + 1);
    const ends = endsOf(
      upTo.map((one) => ({ ...one.known, letter: one.letter })),
      compound.span,
    );
    if (known.basis === "TTM" || ends === null) return null;
    if (isBroken(shown?.reasons[key])) return text("n/a");
    const [a, b] = [`${ends.from.letter}${at(compound.line)}`, `${letter}${at(compound.line)}`];
    const grown = `IF(AND(${a}>0,${b}>0),(${b}/${a})^(1/${ends.years})-1,"n/a")`;
    const isKnown = `AND(ISNUMBER(${a}),ISNUMBER(${b}))`;
    return formula(`IF(${isKnown},${grown},"n/a")`, shown?.values[key] ?? null, "percent");
  });
}

/** Lines that formulas need and the table does not list, each once. */
function supportingLines({ result }: ExportedModel, listed: readonly LineKey[]): LineKey[] {
  const row = result.historicals[0];
  if (row === undefined) return [];
  const lineKeys = new Set<LineKey>(listed);
  const want = (key: LineKey) => {
    lineKeys.add(key);
    const derived = derivedLines[key];
    for (const other of [...(derived?.needs ?? []), ...(derived?.optional ?? [])])
      lineKeys.add(other);
  };
  for (const key of listed) want(key);
  for (const key of Object.keys(row.growth)) want(key as LineKey);
  for (const key of [...Object.keys(row.margins), ...Object.keys(row.values)]) {
    const { part = [], whole = [] } = ratioByKey.get(key) ?? {};
    for (const term of [...part, ...whole]) want(readTerm(term).key as LineKey);
    const compound = compoundOf(key);
    if (compound !== null) want(compound.line);
  }
  return [...lineKeys].filter((key) => !listed.includes(key));
}
