import type { NumberTriple } from "#registry/models/answers/scenario-values.ts";
import { scenarios } from "#registry/models/answers/scenario-values.ts";

/** One value of a model with what it is; a number stays a number. */
export interface TidyRow {
  section: string;
  key: string;
  label?: string;
  /** A fiscal year, the date of a quarter end, "TTM" or "terminal". */
  year?: number | string;
  scenario?: string;
  value: number | string | null;
  unit?: string;
  source?: string;
}

const units: Readonly<Record<string, string>> = {
  terminalShareOfEnterpriseValue: "ratio",
  impliedExitEbitdaMultiple: "multiple",
  impliedPerpetuityGrowth: "ratio",
  shares: "shares",
  fairValuePerShare: "per share",
  discountRate: "ratio",
};

/** A row whose label is its key in words. */
export const labelledRow =
  (section: string) =>
  (key: string, value: TidyRow["value"], unit: string, more: Partial<TidyRow> = {}): TidyRow => ({
    section,
    key,
    label: spaced(key),
    value,
    unit,
    ...more,
  });

/** Three rows for each member that has a value per scenario; money is in `money`. */
export function tripleRows(section: string, of: object, money: string): TidyRow[] {
  return Object.entries(of as Record<string, NumberTriple>).flatMap(([key, triple]) =>
    scenarios.map((scenario) =>
      labelledRow(section)(key, triple[scenario], units[key] ?? money, { scenario }),
    ),
  );
}

/** "freeCashFlow" as people write it: "Free cash flow". */
export function spaced(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
