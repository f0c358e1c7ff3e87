import { exactText, perShareText, rateText } from "#api/pages/figures.ts";
import { type Range, rangeOf } from "#registry/models/answers/ranges.ts";
import type { Assumption, Unit } from "#schemas/shapes/models/assumption.ts";
import { type DriverName, driverNames } from "#schemas/shapes/models/dcf.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { NamedOverride } from "../../models/service.ts";

type FieldUnit = Unit | "number";

/** One input of a model that a person may set. */
export interface Field {
  /** In the form. */
  name: string;
  label: string;
  unit: FieldUnit;
  /** What holds while the field is empty; null for an unknown value. */
  value: number | null;
  range: Range;
  /** What the number overrides. */
  body(value: number): NamedOverride["body"];
}

/** The numbers of a submitted form by field name, and the fields whose text is not a number. */
export interface ReadFields {
  overrides: readonly NamedOverride[];
  unreadable: readonly string[];
}

/** The inputs of a result that may be set, apart from those of single years. */
export const assumptionFields = ({ assumptions }: Pick<ModelResult, "assumptions">): Field[] =>
  assumptions.filter(({ editable }) => editable).map(assumptionField);

function assumptionField({ key, label, value, unit, min, max }: Assumption): Field {
  const range =
    unit === "date" ? { min: min ?? 0, max: max ?? 99_991_231 } : (rangeOf(key) satisfies Range);
  return {
    name: key,
    label,
    unit: shownUnit(key, unit),
    value,
    range,
    body: (given) => ({ assumptions: { [key]: given } }),
  };
}

/** Ratios that are written as plain numbers, not in percent. */
const plainNumbers: ReadonlySet<string> = new Set(["beta", "unlevered_beta"]);

/** The unit that an input is written and read in. */
export const shownUnit = (key: string, unit: Unit): FieldUnit =>
  plainNumbers.has(key) ? "number" : unit;

/** One driver of a projection with its years. */
export interface DriverFields {
  driver: DriverName;
  label: string;
  years: readonly (Field & { fiscalYear: number })[];
}

/** The inputs of each projected year; none outside of discounted cash flows. */
export function driverFields({ dcfDetail }: Pick<ModelResult, "dcfDetail">): DriverFields[] {
  if (dcfDetail === null) return [];
  return driverNames.map((driver) => {
    const { label, unit } = driverWords[driver];
    const years = dcfDetail.drivers[driver].map(({ fiscalYear, value }) => ({
      name: `${driver}_${fiscalYear}`,
      label: `${label}, ${fiscalYear}`,
      unit,
      value,
      range: rangeOf(driver),
      fiscalYear,
      body: (given: number) => ({ drivers: { [driver]: { [fiscalYear]: given } } }),
    }));
    return { driver, label, years };
  });
}

const driverWords: Record<DriverName, { label: string; unit: FieldUnit }> = {
  revenue_growth: { label: "Revenue growth", unit: "ratio" },
  ebitda_margin: { label: "EBITDA margin", unit: "ratio" },
  other_income: { label: "Other income", unit: "currency" },
  capex_pct_revenue: { label: "Capital expenditure of revenue", unit: "ratio" },
  nwc_pct_revenue: { label: "Working capital of revenue", unit: "ratio" },
  da_pct_revenue: { label: "D&A of revenue", unit: "ratio" },
  tax_rate: { label: "Tax rate", unit: "ratio" },
};

/** All inputs of a result that may be set. */
export const fieldsOf = (result: ModelResult): Field[] => [
  ...assumptionFields(result),
  ...driverFields(result).flatMap(({ years }) => years),
];

/** Reads the fields that are not empty. */
export function readFields(
  fields: readonly Field[],
  sent: Readonly<Record<string, string>>,
): ReadFields {
  const filled = fields.flatMap((field) => {
    const text = sent[field.name]?.trim() ?? "";
    return text === "" ? [] : [{ field, value: readValue(text, field.unit) }];
  });
  return {
    overrides: filled.flatMap(({ field, value }) =>
      value === null ? [] : [{ name: field.name, body: field.body(value) }],
    ),
    unreadable: filled.flatMap(({ field, value }) => (value === null ? [field.name] : [])),
  };
}

const scales: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 };

/** Reads a number with thousands separators, a k, m, b or t suffix, or a percentage. Null for any other text. */
function readValue(text: string, unit: FieldUnit): number | null {
  if (unit === "date") {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
    return year === undefined ? null : Number(`${year}${month}${day}`);
  }
  const plain = text.replaceAll("−", "-").replaceAll(/[,\s]/g, "");
  const [, digits, sign = ""] =
    /^([+-]?(?:\d{1,20}(?:\.\d{0,12})?|\.\d{1,12}))([kmbt%x]?)$/i.exec(plain) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  // 12 digits keep 8.3 percent from becoming 0.08300000000000002.
  if (unit === "ratio") return /^%?$/.test(sign) ? Number((number / 100).toPrecision(12)) : null;
  if (sign === "%") return null;
  if (sign.toLowerCase() === "x") return unit === "multiple" ? number : null;
  return number * (scales[sign.toLowerCase()] ?? 1);
}

/** A value as a field reads it back to twelve digits. */
export function typedText(value: number, unit: FieldUnit): string {
  if (unit === "date") return fieldText(value, unit);
  return unit === "ratio" ? `${plainText(value * 100)}%` : plainText(value);
}

/** Without an exponent and with no more digits than a field takes. */
const plainText = (value: number): string =>
  value.toLocaleString("en-US", {
    useGrouping: false,
    maximumSignificantDigits: 12,
    maximumFractionDigits: 12,
    roundingPriority: "lessPrecision",
  });

/** A value as its field takes it. */
export function fieldText(value: number | null, unit: FieldUnit): string {
  if (value === null) return "";
  switch (unit) {
    case "ratio":
      return rateText(value);
    case "multiple":
      return `${perShareText(value)}x`;
    case "number":
    case "per_share":
      return perShareText(value);
    case "date":
      return String(value).replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
    case "flag":
      return value === 1 ? "yes" : "no";
    default:
      return exactText(value.toFixed(0));
  }
}

/** The message that tells which values a field takes. */
export function rangeText({ unit, range }: Field): string {
  if (unit === "flag") return "Choose yes or no.";
  const [min, max] = [fieldText(range.min, unit), fieldText(range.max, unit)];
  const from = range.isAbove ? `above ${min} and at most ${max}` : `from ${min} to ${max}`;
  if (unit === "date") return `Must be a day from ${min} to ${max}.`;
  return unit === "years" ? `Must be a whole number ${from}.` : `Must be ${from}.`;
}

export const unreadableText = ({ unit }: Field): string =>
  unit === "ratio"
    ? "This is not a number. Write a percentage, such as 8.5."
    : unit === "date"
      ? "This is not a day. Write it as 2026-01-31."
      : "This is not a number. k, m, b and t may follow one.";
