import type { LineKey } from "#registry/models/catalogue.ts";
import { ratioByKey } from "#registry/models/dcf/historical-ratios.ts";
import {
  assetKeys,
  cashKeys,
  claimKeys,
  claimLines,
} from "#registry/models/inputs/claims/lines.ts";
import type { BreakReason } from "#registry/series/comparable.ts";
import type { Format } from "./cells.ts";

/** A line computed from others of its column: what must be known, what may be absent, and the formula. */
export interface DerivedLine {
  needs: readonly LineKey[];
  optional: readonly LineKey[];
  formula(of: (key: LineKey) => string): string;
}

export const derivedLines: Partial<Record<LineKey, DerivedLine>> = {
  ebitda: {
    needs: ["operating_income", "depreciation_amortization"],
    optional: [],
    formula: (of) => `${of("operating_income")}+${of("depreciation_amortization")}`,
  },
  free_cash_flow: {
    needs: ["operating_cash_flow", "capital_expenditures"],
    optional: [],
    formula: (of) => `${of("operating_cash_flow")}-${of("capital_expenditures")}`,
  },
  net_debt: {
    needs: ["total_debt", "cash_and_equivalents"],
    optional: claimLines
      .map(({ key }) => key)
      .filter((key) => key !== "total_debt" && key !== "cash_and_equivalents"),
    formula(of) {
      const sum = (keys: readonly LineKey[]) => keys.map((key) => of(key)).join("+");
      return `${of("total_debt")}+(${sum(claimKeys)})-(${sum(cashKeys)})-(${sum(assetKeys)})`;
    },
  },
  net_working_capital: {
    needs: ["total_current_assets", "total_current_liabilities"],
    optional: [
      "cash_and_equivalents",
      "short_term_investments",
      "current_assets_outside",
      "debt_due_within_a_year",
      "current_liabilities_outside",
    ],
    formula: (of) =>
      `(${of("total_current_assets")}-${of("cash_and_equivalents")}-${of("short_term_investments")}-${of("current_assets_outside")})` +
      `-(${of("total_current_liabilities")}-${of("debt_due_within_a_year")}-${of("current_liabilities_outside")})`,
  },
};

/** The line and the years of a key such as revenue_cagr_5_year; null for any other. */
export function compoundOf(key: string): { line: LineKey; span: number } | null {
  const match = /^(.*)_cagr_(\d+)_year$/.exec(key);
  return match === null ? null : { line: match[1] as LineKey, span: Number(match[2]) };
}

const breaks: ReadonlySet<string | undefined> = new Set<BreakReason>([
  "currency_changed",
  "fiscal_year_changed",
  "no_period",
  "scope_changed",
]);

/** Whether a null is of two figures that are both there and cannot be compared: no formula of their cells can tell. */
export const isBroken = (reason: string | undefined): boolean => breaks.has(reason);

const formats: Partial<Record<LineKey, Format>> = {
  eps_diluted: "perShare",
  diluted_shares: "count",
};

export const lineFormat = (key: LineKey): Format => formats[key] ?? "money";

const spelled: Readonly<Record<string, string>> = {
  ebitda: "EBITDA",
  current_assets_outside: "Current assets that are no working capital",
  current_liabilities_outside: "Current liabilities that are no working capital",
  eps_diluted: "Diluted earnings per share",
  reported_cash: "Cash and short-term investments as filed",
  reported_debt: "Debt as filed, without leases of the notes",
  ...Object.fromEntries(claimLines.slice(4).map(({ key, label }) => [key, label])),
};

/** "gross_profit" as people write it. */
export function labelOf(key: string): string {
  const compound = compoundOf(key);
  if (compound !== null)
    return `${labelOf(compound.line)}, growth a year over ${compound.span} years`;
  const words = key.replaceAll("_", " ");
  return (
    ratioByKey.get(key)?.label ?? spelled[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
  );
}
