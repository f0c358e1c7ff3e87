import type {
  Distribution,
  Earnings,
  MultipleKey,
  Peer,
  Reasons,
} from "#schemas/shapes/models/compared.ts";
import {
  type ComparedRow,
  type ImpliedValue,
  type MeasureKey,
  measureKeys,
  type PeersAnswer,
} from "#schemas/shapes/models/compared.ts";
import type { StateReason } from "#schemas/shapes/models/figures.ts";
import type { DatedPrice } from "#schemas/shapes/models/price.ts";
import { ratio } from "../answers/rounding.ts";
import { settle, tabulate } from "../assumption.ts";
import { reason } from "../family.ts";
import { isFinancialInstitution } from "../inputs/company-type.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { exchangeSeeds } from "../inputs/security.ts";
import type { Reference } from "../rates/reference.ts";
import type { PeerChoice } from "./choose-peers.ts";
import { distribution, valuesMin } from "./distribution.ts";
import {
  everyMultiple,
  multipleOf,
  multiplesAt,
  noMultiples,
  type PricedMetrics,
} from "./metrics-priced.ts";
import { sharePrice } from "./price.ts";
import { pricedNow } from "./priced-of.ts";

/** A company as it is compared. */
export interface ComparedPeer {
  facts: ModelFacts;
  price: DatedPrice | string;
  /** Null for the company itself. */
  peer: Peer | null;
}

export type PeerResult = Omit<PeersAnswer, "market" | "disclaimer">;

/** The company beside its peers, all by the same rules. Fewer than three peers give no median, and a reason. */
export function comparePeers(
  of: { own: ComparedPeer; peers: readonly ComparedPeer[]; choice: PeerChoice },
  { reference, earnings }: { reference: Reference; earnings: Earnings },
): PeerResult {
  const rowOf = (one: ComparedPeer) => compared(one, { reference, earnings });
  const company = rowOf(of.own);
  const rows = of.peers.flatMap((one) =>
    one.peer === null ? [] : [{ ...one.peer, ...rowOf(one) }],
  );
  const isFew = rows.length < valuesMin;
  const usualMultiples = everyMultiple((key) =>
    isFew ? null : distribution(rows.flatMap(({ multiples }) => multiples[key] ?? [])),
  );
  const priced = pricedNow(of.own.facts, reference, earnings);
  const reasons: Reasons = {};
  const implied = everyMultiple((key) => {
    const usual = usualMultiples[key];
    if (usual === null) {
      reasons[key] = whyNull(key, rows);
      return null;
    }
    const value = impliedOf(key, usual, { priced, facts: of.own.facts });
    if (value === null)
      reasons[key] = company.reasons[key] ?? "The company states no shares or metric.";
    return value;
  });
  return {
    state: isFew ? "insufficient_data" : "computed",
    stateReason: isFew ? tooFew(of.choice, rows.length) : null,
    currency: of.own.facts.anchors?.currency ?? null,
    earnings,
    rule: of.choice.rule,
    sic: of.choice.sic,
    size: of.choice.size,
    company,
    peers: rows,
    usualMultiples,
    implied,
    reasons,
    usualMeasures: everyMeasure((key) =>
      isFew ? null : distribution(rows.flatMap(({ measures }) => measures[key] ?? [])),
    ),
  };
}

function tooFew({ sic, size }: PeerChoice, count: number): StateReason {
  if (sic === null) return reason("no_size", "The company has no industry code.");
  if (size === null)
    return reason("no_size", "The filings state nothing that size is measured by.");
  return reason(
    "too_few_peers",
    `${count} companies of the industry and size are stored; ${valuesMin} are needed.`,
  );
}

function whyNull(key: MultipleKey, rows: readonly ComparedRow[]): string {
  if (rows.length < valuesMin) return `Fewer than ${valuesMin} peers are stored.`;
  const [first] = rows.flatMap(({ reasons }) => reasons[key] ?? []);
  return `Fewer than ${valuesMin} peers have this multiple. ${first ?? ""}`.trim();
}

function compared(
  { facts, price }: ComparedPeer,
  of: { reference: Reference; earnings: Earnings },
): ComparedRow {
  const priced = pricedNow(facts, of.reference, of.earnings);
  const shared = {
    balanceSheetDate: facts.anchors?.balanceSheetDate ?? null,
    revenue: priced.revenue,
    measures: measuresOf(facts, priced),
  };
  const without = (reason: string, found: DatedPrice | null): ComparedRow => ({
    ...shared,
    price: found,
    multiples: noMultiples,
    reasons: everyMultiple(() => reason),
  });
  if (typeof price === "string") return without(price, null);
  const { get } = settle(tabulate(exchangeSeeds(facts)), new Map());
  const perShare = sharePrice(price, facts, get);
  if (perShare.value === null) return without(perShare.reason, price);
  if (facts.shares === null) return without("The filings state no count of shares.", price);
  return {
    ...shared,
    price,
    ...multiplesAt(perShare.value * facts.shares.value, priced, facts),
  };
}

function measuresOf(facts: ModelFacts, priced: PricedMetrics): ComparedRow["measures"] {
  const [before, last] = facts.yearsInRow.slice(-2).map(({ values }) => values.revenue ?? null);
  const growth = before != null && before > 0 ? ratio(last ?? null, before) : null;
  const positive = (value: number | null) => (value !== null && value > 0 ? value : null);
  const revenue = positive(priced.revenue);
  const capex = (facts.trailing.capital_expenditures ?? facts.year.capital_expenditures)?.value;
  return {
    revenue_growth: growth === null ? null : growth - 1,
    ebitda_margin: ratio(priced.ebitda, revenue),
    operating_margin: ratio(priced.ebit, revenue),
    net_margin: ratio(priced.income, revenue),
    return_on_equity: ratio(priced.income, positive(priced.book)),
    capex_pct_revenue: ratio(capex ?? null, revenue),
    net_debt_to_ebitda: isFinancialInstitution(facts)
      ? null
      : ratio(priced.netDebt, positive(priced.ebitda)),
  };
}

const everyMeasure = <T>(of: (key: MeasureKey) => T) =>
  Object.fromEntries(measureKeys.map((key) => [key, of(key)])) as Record<MeasureKey, T>;

function impliedOf(
  key: MultipleKey,
  { lowerQuartile, median, upperQuartile, mean }: Distribution,
  { priced, facts }: { priced: PricedMetrics; facts: ModelFacts },
): ImpliedValue | null {
  const { metric, over, templateKey } = multipleOf[key];
  const [base, shares] = [priced[metric], facts.shares?.value ?? null];
  const debt = over === "equity" ? 0 : priced.netDebt;
  if (base === null || base <= 0 || shares === null || shares <= 0 || debt === null) return null;
  const worth = (multiple: number) => (multiple * base - debt) / shares;
  const fairValuePerShare = {
    low: worth(lowerQuartile),
    mid: worth(median),
    high: worth(upperQuartile),
  };
  return { templateKey, fairValuePerShare, fairValueAtMean: worth(mean) };
}
