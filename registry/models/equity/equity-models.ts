import { type Scenario, type Triple, tripleOf } from "../answers/scenario-values.ts";
import type { Get } from "../assumption.ts";
import type { Template } from "../catalogue.ts";
import { equityYears } from "./equity-seeds.ts";

/** One line of an equity model in one scenario: what it is worth and the formula that gives it. */
export interface EquityLine {
  id: string;
  label: string;
  unit: "money" | "ratio" | "multiple";
  value: number;
  /** Of names of assumptions and, by `of`, of other lines. */
  formula(of: (id: string) => string): string;
}

export interface EquityModel {
  lines: Triple<EquityLine[]>;
  equity: Triple<number>;
}

/** Low pairs the high cost of equity or the low multiple. */
const rateOf = (get: Get, scenario: Scenario) =>
  get({ low: "cost_of_equity_high", mid: "cost_of_equity", high: "cost_of_equity_low" }[scenario]);
const rateName = {
  low: "cost_of_equity_high",
  mid: "cost_of_equity",
  high: "cost_of_equity_low",
} as const;

/** Null while an input is unknown. */
export function computeEquity(template: Template, get: Get): EquityModel | null {
  const make = {
    excess_return: excessLines,
    dividend_discount: dividendLines,
    ffo_multiple: ffoLines,
  }[template.key];
  if (make === undefined) throw new Error(`"${template.key}" values no equity`);
  const lines = tripleOf((scenario) => make(get, scenario));
  const { low, mid, high } = lines;
  if (low === null || mid === null || high === null) return null;
  const last = (of: EquityLine[]) => of.at(-1)?.value ?? 0;
  return {
    lines: { low, mid, high },
    equity: { low: last(low), mid: last(mid), high: last(high) },
  };
}

function excessLines(get: Get, scenario: Scenario): EquityLine[] | null {
  const [book, roe, stable, payout, g, ke] = [
    get("book_value"),
    get("return_on_equity"),
    get("stable_return_on_equity"),
    get("payout_ratio"),
    get("terminal_growth"),
    rateOf(get, scenario),
  ];
  if (book === null || roe === null || stable === null || payout === null) return null;
  if (g === null || ke === null || ke <= g) return null;
  const rate = rateName[scenario];
  const lines: EquityLine[] = [];
  const add = (id: string, label: string, value: number, formula: EquityLine["formula"]) =>
    lines.push({ id, label, unit: "money", value, formula });
  let opening = book;
  let present = 0;
  for (let year = 1; year <= equityYears; year += 1) {
    const excess = (roe - ke) * opening;
    const before =
      year === 1 ? () => "book_value" : (of: (id: string) => string) => of(`book${year - 1}`);
    present += excess / (1 + ke) ** year;
    add(
      `excess${year}`,
      `Excess return, year ${year}`,
      excess,
      (of) => `(return_on_equity-${rate})*${before(of)}`,
    );
    opening *= 1 + roe * (1 - payout);
    add(
      `book${year}`,
      `Book value, end of year ${year}`,
      opening,
      (of) => `${before(of)}*(1+return_on_equity*(1-payout_ratio))`,
    );
  }
  add("present", "Present value of excess returns", present, (of) =>
    Array.from(
      { length: equityYears },
      (_, k) => `${of(`excess${k + 1}`)}/(1+${rate})^${k + 1}`,
    ).join("+"),
  );
  const closing = ((stable - ke) * opening) / (ke - g) / (1 + ke) ** equityYears;
  add(
    "closing",
    "Present value of excess returns after that",
    closing,
    (of) =>
      `(stable_return_on_equity-${rate})*${of(`book${equityYears}`)}/(${rate}-terminal_growth)/(1+${rate})^${equityYears}`,
  );
  add(
    "equityValue",
    "Equity value",
    book + present + closing,
    (of) => `book_value+${of("present")}+${of("closing")}`,
  );
  return lines;
}

function dividendLines(get: Get, scenario: Scenario): EquityLine[] | null {
  const [paid, first, g, ke] = [
    get("base_dividends"),
    get("dividend_growth"),
    get("terminal_growth"),
    rateOf(get, scenario),
  ];
  if (paid === null || first === null || g === null || ke === null || ke <= g) return null;
  const rate = rateName[scenario];
  const lines: EquityLine[] = [];
  const add = (id: string, label: string, value: number, formula: EquityLine["formula"]) =>
    lines.push({ id, label, unit: "money", value, formula });
  let dividend = paid;
  let present = 0;
  for (let year = 1; year <= equityYears; year += 1) {
    const share = (year - 1) / (equityYears - 1);
    dividend *= 1 + first + (g - first) * share;
    present += dividend / (1 + ke) ** year;
    const before =
      year === 1
        ? () => "base_dividends"
        : (of: (id: string) => string) => of(`dividend${year - 1}`);
    add(
      `dividend${year}`,
      `Dividends, year ${year}`,
      dividend,
      (of) => `${before(of)}*(1+dividend_growth+(terminal_growth-dividend_growth)*${share})`,
    );
  }
  add("present", "Present value of dividends", present, (of) =>
    Array.from(
      { length: equityYears },
      (_, k) => `${of(`dividend${k + 1}`)}/(1+${rate})^${k + 1}`,
    ).join("+"),
  );
  const closing = (dividend * (1 + g)) / (ke - g) / (1 + ke) ** equityYears;
  add(
    "closing",
    "Present value of dividends after that",
    closing,
    (of) =>
      `${of(`dividend${equityYears}`)}*(1+terminal_growth)/(${rate}-terminal_growth)/(1+${rate})^${equityYears}`,
  );
  add(
    "equityValue",
    "Equity value",
    present + closing,
    (of) => `${of("present")}+${of("closing")}`,
  );
  return lines;
}

function ffoLines(get: Get, scenario: Scenario): EquityLine[] | null {
  const key = { low: "multiple_low", mid: "multiple", high: "multiple_high" }[scenario];
  const [metric, multiple] = [get("base_metric"), get(key)];
  if (metric === null || multiple === null) return null;
  return [
    {
      id: "metric",
      label: "Funds from operations",
      unit: "money",
      value: metric,
      formula: () => "base_metric",
    },
    { id: "multiple", label: "Price / FFO", unit: "multiple", value: multiple, formula: () => key },
    {
      ...{ id: "equityValue", label: "Equity value", unit: "money", value: metric * multiple },
      formula: (of) => `${of("metric")}*${of("multiple")}`,
    },
  ];
}
