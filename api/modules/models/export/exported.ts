import type { Model } from "#registry/models/family.ts";
import type { LineUnit } from "#registry/models/formula/lines.ts";
import type { Overrides } from "#registry/models/overrides.ts";
import type { Unit } from "#schemas/shapes/models/assumption.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { Format } from "./cells.ts";

/** The content of a file: a model, its overrides and its result. */
export interface ExportedModel {
  company: { name: string; ticker: string | null; cik: string | null };
  model: Model;
  overrides: Overrides;
  result: ModelResult;
  /** The day that the figures were known on; null is today. */
  asOf: string | null;
  /** ISO time. */
  generatedAt: string;
}

// Factors, not shares of anything, although their unit is a ratio too.
const plainRatios = new Set(["beta", "unlevered_beta"]);

/** The number format of an assumption by its unit. */
export function formatOf({ key, unit }: { key: string; unit: Unit }): Format {
  const formats = {
    ratio: plainRatios.has(key) ? "factor" : "exactPercent",
    multiple: "multiple",
    currency: "money",
    per_share: "perShare",
    shares: "count",
    date: "date",
    flag: "count",
    years: "count",
  } as const;
  return formats[unit];
}

/** The currency of money in full units. */
export const moneyUnitOf = ({ currency }: ModelResult) => currency ?? "currency";

/** "USD million": the unit of money cells, which hold full units and show millions. */
export const moneyUnit = ({ currency }: ModelResult) => `${currency ?? "currency"} million`;

/** "TWD per ordinary share": the unit of values per share. */
export const perShareUnitOf = ({ perShare }: ModelResult) => perShare?.unit ?? "per share";

/** The number format of a line by its unit. */
export const lineFormats: Readonly<Record<LineUnit, Format>> = {
  money: "money",
  ratio: "exactPercent",
  multiple: "multiple",
  factor: "factor",
  years: "years",
  shares: "count",
  "per share": "perShare",
};

/** The unit of a line as the file says it. */
export function unitText(unit: LineUnit, result: ModelResult): string {
  if (unit === "money") return moneyUnit(result);
  if (unit === "per share") return perShareUnitOf(result);
  return unit === "factor" ? "ratio" : unit;
}

/** The value of an assumption in force. Null for an unknown value and for a key that the model lacks. */
export const assumed = ({ assumptions }: ModelResult, key: string): number | null =>
  assumptions.find((one) => one.key === key)?.value ?? null;

/** "5-year DCF, terminal growth exit: Apple Inc." */
export const titleOf = ({ company, model }: ExportedModel) =>
  `${model.template.name}: ${company.name}`;
