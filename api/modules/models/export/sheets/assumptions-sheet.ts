import { fromDateNumber } from "#registry/models/inputs/dates.ts";
import type { Assumption } from "#schemas/shapes/models/assumption.ts";
import {
  type Cell,
  type Cells,
  fact,
  formula,
  input,
  letters,
  link,
  serialOf,
  text,
} from "../cells.ts";
import { assumptionNames, excelFormula } from "../excel-formula.ts";
import {
  assumed,
  type ExportedModel,
  formatOf,
  moneyUnit,
  perShareUnitOf,
  titleOf,
} from "../exported.ts";
import { blank, frame, heading, type Line, layOut, type Sheet } from "../sheet.ts";

const name = "Assumptions";
const columns = [
  ["Key", 30],
  ["Assumption", 38],
  ["Value", 16],
  ["Unit", 14],
  ["Low", 11],
  ["Mid", 11],
  ["High", 11],
  ["Source", 22],
  ["Period end", 12],
  ["Concept", 44],
  ["Form", 8],
  ["Accession number", 23],
  ["Filed", 12],
  ["Note", 60],
  ["At least", 18],
  ["At most", 18],
] as const;

const valueColumn = letters(3);

/**
 * Every input of the model with where it comes from. What may be changed is an input, what follows from others
 * is a formula, and each value has its key as a defined name.
 */
export function assumptionsSheet(exported: ExportedModel): {
  sheet: Sheet;
  names: { name: string; cell: string }[];
} {
  const { assumptions, disclaimer } = exported.result;
  const { limits } = exported.model.table;
  const lines: Line[] = [
    ...frame(titleOf(exported), disclaimer, columns.length),
    { id: "header", cells: () => columns.map(([title]) => text(title, "header")) },
    ...assumptions.map((one) => ({ id: one.key, cells: () => row(one, exported) })),
    blank,
    ...(limits.length === 0 ? [] : [heading("Limits that rules hold values within")]),
    ...limits.map(({ key, label, value }) => ({
      id: key,
      cells: () => [text(key), text(label), fact(value, "factor")],
    })),
    blank,
    {
      cells: () => [
        text("Blue on yellow: change it. Blue: as filed. Black: a formula of the others.", "note"),
      ],
    },
  ];
  const { rows, at } = layOut(lines);
  const keys = [...assumptions.map(({ key }) => key), ...limits.map(({ key }) => key)];
  const cellOf = (key: string) => `${name}!$${valueColumn}$${at(key)}`;
  const shares = assumptions.some(({ key }) => key === "shares_outstanding")
    ? [{ name: "shares", cell: cellOf("shares_outstanding") }]
    : [];
  return {
    sheet: {
      name,
      rows,
      widths: columns.map(([, width]) => width),
      frozen: { rows: at("header"), columns: 2 },
      headerRow: at("header"),
      hasGridlines: true,
      pagesWide: 3,
      titleColumns: "A:B",
    },
    names: [...keys.map((key) => ({ name: key, cell: cellOf(key) })), ...shares],
  };
}

function row(one: Assumption, exported: ExportedModel): Cells {
  const { provenance } = one;
  const filedDate = provenance?.filedDate ?? "";
  return [
    text(one.key),
    text(one.label),
    valueCell(one, exported),
    text(unitOf(one, exported)),
    ...rangeCells(one, exported),
    text(one.source),
    ...(provenance === null
      ? [null, null, null, null, null]
      : [
          dateCell(provenance.periodEnd),
          text(`${provenance.taxonomy}:${provenance.concept}`),
          text(provenance.form),
          text(provenance.accessionNumber),
          dateCell(filedDate),
        ]),
    one.note === null ? null : text(one.note, "note"),
    limitCell(one, one.min),
    limitCell(one, one.max),
  ];
}

const dateCell = (date: string): Cell | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) ? fact(serialOf(date), "date") : null;

function valueCell(one: Assumption, exported: ExportedModel): Cell | null {
  const format = formatOf(one);
  const derived = derivedFormula(one, exported);
  if (derived !== null) return formula(derived, one.value, format);
  const value = shownValue(one, one.value);
  return one.editable ? input(value, format) : fact(value, format);
}

/** An assumption that follows from others as a formula of their names; null for one that does not, or is not known. */
function derivedFormula({ key, value }: Assumption, { model, overrides }: ExportedModel) {
  const formula = model.table.byKey.get(key)?.formula;
  if (formula === undefined || value === null || overrides.assumptions.has(key)) return null;
  return excelFormula(formula, assumptionNames);
}

/** A date as spreadsheets count it, anything else as it is. */
function shownValue({ unit }: Assumption, value: number | null): number | null {
  if (unit !== "date" || value === null) return value;
  const date = fromDateNumber(value);
  return date === null ? null : serialOf(date);
}

const limitCell = (one: Assumption, value: number | null): Cell | null =>
  fact(shownValue(one, value), formatOf(one));

/** A ranged input shows its three values side by side. */
function rangeCells({ key, ...one }: Assumption, { result }: ExportedModel): Cells {
  const value = (name: string) => assumed(result, name);
  const [low, high] = [value(`${key}_low`), value(`${key}_high`)];
  if (low == null || high == null || one.value === null) return [null, null, null];
  const format = formatOf({ key, unit: one.unit });
  return [
    link(`${key}_low`, low, format),
    link(key, one.value, format),
    link(`${key}_high`, high, format),
  ];
}

function unitOf({ unit }: Assumption, { result }: ExportedModel): string {
  if (unit === "currency") return moneyUnit(result);
  if (unit === "per_share") return perShareUnitOf(result);
  return unit === "flag" ? "0 or 1" : unit;
}
