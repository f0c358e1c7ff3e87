import type { DcfDetail } from "#schemas/shapes/models/dcf.ts";
import type { SanityNote } from "#schemas/shapes/models/result.ts";
import { terminalMetric } from "../dcf/dcf.ts";
import { newReturnKey, reinvestmentKey } from "../dcf/dcf-assumptions.ts";
import { newCapitalOf } from "../dcf/new-capital.ts";
import type { FamilyResult, Run } from "../family.ts";
import { metricOf } from "../multiples.ts";
import { usualRange } from "../rates/industry-ranges.ts";
import { defaultMultiple, figureMonth, industryOf } from "../rates/reference.ts";
import { capitalReturn } from "./capital-note.ts";
import { percent, ratio } from "./rounding.ts";

type SanityFinding = Omit<SanityNote, "isOutside" | "value"> & { value: number | null };

/** Absurd but legal: every answer says what it implies, computed or not refused. */
export function sanityNotes(run: Run, family: FamilyResult): SanityNote[] {
  const notes = [
    ...terminalNotes(run, family),
    ...worthNotes(run, family),
    ...rateNotes(run, family),
    ...shareNotes(run),
    ...maintenanceNotes(run),
    ...capitalNotes(run),
    ...historicalNotes(run, family),
  ];
  return notes.flatMap(({ key, label, low, high, comparedWith, value }) => {
    if (value === null) return [];
    const isOutside = (low !== null && value < low) || (high !== null && value > high);
    return [{ key, label, low, high, comparedWith, value, isOutside }];
  });
}

/** Exit multiple and growth for ever imply each other. */
function terminalNotes(
  { template, reference, settled }: Run,
  { dcfDetail: detail }: FamilyResult,
): SanityFinding[] {
  const mid = detail?.enterpriseValue.terminalValue.mid ?? null;
  const last = detail?.projections.at(-1);
  if (detail == null || mid === null || last === undefined) return [];
  const ebitda = terminalMetric(
    "ebitda_exit",
    detail.projections,
    false,
    detail.capitalised.at(-1),
  );
  const [lowest, highest] = reference.bands.exit.evEbitda;
  const riskFree = reference.rates.riskFreeRate.value;
  const multiple: SanityFinding = {
    key: "implied_exit_ev_ebitda",
    label: "EV / EBITDA that the terminal value implies",
    value: ebitda > 0 ? ratio(mid, ebitda) : null,
    low: lowest,
    high: highest,
    comparedWith: `band of exit multiples, ${reference.asOf}`,
  };
  const growth: SanityFinding = {
    key: "implied_perpetuity_growth",
    label: "Growth for ever that the exit multiple implies",
    value: detail.enterpriseValue.impliedPerpetuityGrowth.mid,
    low: 0,
    high: riskFree,
    comparedWith: `risk-free rate of ${reference.asOf}, ${percent(riskFree)}`,
  };
  return template.terminalMethod === "terminal_growth"
    ? [multiple, ...newCapitalNotes(settled, detail)]
    : [multiple, growth];
}

/** What growth for ever takes of the last year's operating profit after tax, and what new capital then earns. */
function newCapitalNotes(
  { get }: Run["settled"],
  { projections, scenarios }: DcfDetail,
): SanityFinding[] {
  const { terminalGrowth: growth, discountRate } = scenarios.mid;
  const earns = get(reinvestmentKey) === 1 ? get(newReturnKey) : null;
  const found = newCapitalOf({ last: projections.at(-1), growth, discountRate, earns });
  if (found === null || discountRate === null) return [];
  const { rate, low, high, implied } = found;
  return [
    {
      key: "terminal_reinvestment_rate",
      value: rate,
      low,
      high,
      label: "Share of operating profit after tax that is reinvested for ever",
      comparedWith: `what growth of ${percent(found.growth)} needs where new capital earns between twice and half the discount rate of ${percent(discountRate)}`,
    },
    {
      key: "implied_return_on_new_capital",
      value: implied,
      label: "Return on new capital that this implies",
      low: discountRate / 2,
      high: discountRate * 2,
      comparedWith: `half and twice the discount rate of ${percent(discountRate)}`,
    },
  ];
}

/** The enterprise value over the year's revenue, whatever it was computed from. */
function worthNotes(run: Run, { valuationRange: range }: FamilyResult): SanityFinding[] {
  const revenue = (run.facts.trailing.revenue ?? run.facts.year.revenue)?.value ?? null;
  const worth = range?.enterpriseValue.mid ?? null;
  const [low, high] = run.reference.bands.trading.evRevenue;
  const notes: SanityFinding[] = [
    {
      key: "implied_ev_revenue",
      label: "EV / revenue that the value implies",
      value: ratio(worth, revenue),
      low,
      high,
      comparedWith: `market-wide band, ${run.reference.asOf}`,
    },
  ];
  if (run.template.key !== "pe_multiples" || range == null) return notes;
  return [
    ...notes,
    {
      key: "forward_multiple_on_trailing_earnings",
      label: "Forward industry multiple, applied to trailing earnings",
      value: run.settled.get("multiple"),
      low: null,
      high: null,
      comparedWith: `earnings of the last twelve months, ${(metricOf(run.settled.get) ?? 0).toLocaleString("en-US")}; the industry average is of expected earnings, ${monthOfMultiple(run)}`,
    },
  ];
}

function monthOfMultiple({ reference, facts }: Run): string {
  const { industry } = defaultMultiple(reference, facts, "pe", "trading");
  return figureMonth(reference, industry, "pe");
}

function rateNotes(run: Run, { rateResult }: FamilyResult): SanityFinding[] {
  const rate = rateResult?.wacc ?? run.settled.get("discount_rate");
  if (rate === null) return [];
  return [
    {
      key: "discount_rate",
      label: "Discount rate",
      value: rate,
      low: 0.05,
      high: 0.2,
      comparedWith: "range that defaults are held within",
    },
  ];
}

const shares = [
  ["ebitda_margin", "EBITDA margin"],
  ["normalised_ebit_margin", "Normalised EBIT margin"],
  ["capex_pct_revenue", "Capital expenditures, share of revenue"],
  ["da_pct_revenue", "D&A, share of revenue"],
  ["nwc_pct_revenue", "Net working capital, share of revenue"],
] as const;

function shareNotes({ settled, reference, facts }: Run): SanityFinding[] {
  const { industry } = industryOf(reference, facts);
  return shares.map(([key, label]) => {
    const { low, high, of } = usualRange(industry, key);
    return { key, label, low, high, value: settled.get(key), comparedWith: of };
  });
}

/** Where growth explains nearly all spending, little is taken off for what wears out, and earnings power is high. */
function maintenanceNotes({ template, settled: { get } }: Run): SanityFinding[] {
  if (template.family !== "earnings_power") return [];
  const [taken, added] = [get("maintenance_capex_pct_revenue"), get("da_pct_revenue")];
  if (taken === null || added === null) return [];
  return [
    {
      key: "maintenance_to_depreciation",
      label: "Maintenance capital expenditures over D&A",
      value: ratio(taken, added),
      low: 1 / 3,
      high: 1.5,
      comparedWith: `D&A of ${percent(added)} of revenue is added back and ${percent(taken)} is taken off to keep what there is`,
    },
  ];
}

/** What capitalised expenses make of the return on capital. */
function capitalNotes({ facts, settled }: Run): SanityFinding[] {
  const found = capitalReturn(facts, settled.get);
  if (found === null) return [];
  return [
    {
      key: "roic_capitalised",
      label: "Return on invested capital of the last fiscal year, with what is capitalised",
      value: found.capitalised,
      low: null,
      high: null,
      comparedWith: `the same as filed, ${percent(found.filed)}`,
    },
  ];
}

function historicalNotes({ template }: Run, { historicals = [] }: FamilyResult): SanityFinding[] {
  if (template.key !== "historical_ratios") return [];
  const last = historicals.at(-1);
  return [
    {
      key: "roic",
      label: "Return on invested capital",
      value: last?.values.return_on_invested_capital ?? null,
      low: -1,
      high: 1,
      comparedWith:
        "invested capital is debt and equity less cash and short-term investments: where these are most of it, little is left to earn a return on",
    },
  ];
}
