import { leavesOf } from "../../answers/metrics.ts";
import { computedProvenance, type QuotedValue, quote } from "../../answers/provenance.ts";
import type { MetricKey } from "../../catalogue.ts";
import { isFinancialInstitution } from "../company-type.ts";
import { filedFact, quoteFact, summed } from "../filed-facts.ts";
import { placedTags } from "../members/place-tags.ts";
import { byPlace, type PlacedAmount, placedIn } from "../members/places.ts";
import { heldForSale } from "../model-tags.ts";
import { unreadRows } from "../rows/unread-rows.ts";
import type { ModelSource } from "../source.ts";
import { endsBefore, periodsAt } from "../trailing.ts";
import { type At, debtAt, firstReading } from "./debt.ts";
import { ownFunds } from "./own-funds.ts";
import {
  allSecurities,
  currentInvestments,
  heldToMaturity,
  measuredSecurities,
  restrictedInvestments,
  securitiesBeside,
} from "./security-tags.ts";

const metric = "short_term_investments";

/** Current securities of a day; `unknown` says why they are there but cannot be told. */
export interface Securities {
  quoted: QuotedValue | null;
  unknown: string | null;
}

/**
 * Securities that count as cash: the measurement categories of IFRS 9, else the registry's line, else what current
 * assets leave where the line lost its tag. Investments set aside count as far as debt falls due within a year.
 */
export function currentSecurities(source: ModelSource, at: At): Securities {
  const measured = measuredAt(source, at);
  if (measured !== null) return { quoted: measured, unknown: null };
  if (isWithinCash(source, at)) return { quoted: withSetAside(source, at, null), unknown: null };
  const filed = quote(source, firstReading(at, metric), "instant") ?? currentRow(source, at);
  const line = withoutCash(source, at, filed);
  const filedQuote = unclassified(source, at, line);
  const sum =
    filedQuote === null
      ? derived(source, at)
      : { quoted: withBeside(source, at, filedQuote), unknown: null };
  const known = sum.quoted ?? (sum.unknown === null ? withBeside(source, at, null) : null);
  return { ...sum, quoted: withSetAside(source, at, known) };
}

/**
 * The line without what is in the row of cash: where a note parts securities by row, those of other current rows count (Mobileye:
 * 55 of 1,071). Securities for which current assets have no room beside cash are in it.
 */
function withoutCash(source: ModelSource, at: At, line: QuotedValue | null): QuotedValue | null {
  if (line === null) return null;
  const placed = placedTags.forSale.flatMap((tag) => byPlace(source, tag, at));
  if (
    total(quotes(placed)) === line.value &&
    placed.some(({ place }) => cashRow.test(place ?? ""))
  ) {
    const current = placed.filter(({ place }) => placedIn(place ?? "") === "current");
    return current.length === 0 ? null : summed(at, quotes(current));
  }
  const [cash, assets] = (["cash_and_equivalents", "total_current_assets"] as const).map(
    (key) => firstReading(at, key)?.value ?? null,
  );
  if (cash == null || assets == null) return line;
  return cash + line.value <= assets * roundingRoom ? line : null;
}

const quotes = (placed: readonly PlacedAmount[]) => placed.map(({ quoted }) => quoted);

const cashRow = /^Cash(?!.*(Restricted|ShortTermInvestments))/;

/**
 * The printed row of current assets under an element of investments (Visa: 3,200; General Electric: 5,706), or of securities
 * under one of the filer's own (Smucker: 487.8).
 */
function currentRow(source: ModelSource, at: At): QuotedValue | null {
  const row = unreadRows(source, at).find(
    ({ side, isCurrent, kind, isOwn, element }) =>
      side === "assets" &&
      isCurrent &&
      (currentInvestments.includes(element) ||
        (isOwn && (kind === "securities" || kind === "investments"))),
  );
  return row?.quoted ?? null;
}

/** True where the row of cash holds short-term investments: those that are filed are a part of it (Target: 1,015 of 1,578). */
const isWithinCash = ({ facts }: ModelSource, at: At) =>
  leavesOf(firstReading(at, "cash_and_equivalents")?.lineage ?? null, facts).some(
    ({ tag }) => tag === "CashCashEquivalentsAndShortTermInvestments",
  );

/** With the securities, deposits and funds that stand beside the line, as far as current assets have room for them. */
function withBeside(source: ModelSource, at: At, line: QuotedValue | null): QuotedValue | null {
  const rest = restOf(source, at);
  if (rest === null) return line;
  const wantedPeriod = { start: null, end: at.end, unit: at.currency };
  const beside = [...securitiesBeside, ownFunds(source).current, currentToMaturity(source, at)];
  const held = beside.flatMap((tags) => {
    const part = quoteFact(filedFact(source, tags, wantedPeriod), metric, "instant");
    return part === null || part.value <= 0 ? [] : [part];
  });
  const counted = line === null ? [] : [line];
  for (const one of held) {
    if (total(counted) + one.value <= rest.value * roundingRoom) counted.push(one);
  }
  const all = quoteFact(filedFact(source, allSecurities, wantedPeriod), metric, "instant");
  if (all !== null && isAllOf(rest, [...counted, all])) counted.push(all);
  if (all === null) counted.push(...withinOther(source, at));
  if (counted.length === (line === null ? 0 : 1)) return line;
  return {
    value: total(counted),
    provenance: computedProvenance(metric, metric, at.end, counted, "instant"),
    note: "with securities, deposits and own funds that stand beside short-term investments",
  };
}

/** Marketable securities that filings place in the row of other current assets (Colgate: 179). */
const withinOther = (source: ModelSource, at: At): QuotedValue[] =>
  placedTags.securities
    .flatMap((tag) => byPlace(source, tag, at))
    .filter(
      ({ place, quoted }) =>
        /^Other(Current)?Assets(Current)?/.test(place ?? "") &&
        placedIn(place ?? "") === "current" &&
        quoted.value > 0,
    )
    .map(({ quoted }) => quoted);

const roundingRoom = 1.001;

/** True for parts that are just what current assets leave: securities that may be long-term are current then (Coca-Cola). */
const isAllOf = (rest: Rest, parts: readonly QuotedValue[]) =>
  Math.abs(total(parts) - rest.value) <= (roundingRoom - 1) * rest.value;

/** Tags of securities held to maturity, where all of them are current. */
function currentToMaturity(source: ModelSource, { end, currency }: At): readonly string[] {
  const wantedPeriod = { start: null, end, unit: currency };
  const noncurrent = quoteFact(
    filedFact(source, heldToMaturity.noncurrent, wantedPeriod),
    metric,
    "instant",
  );
  return noncurrent === null || noncurrent.value === 0 ? heldToMaturity.current : [];
}

/**
 * Without current assets all securities stand in one row. A line of securities is a part of it (Ford's industrial business);
 * other investments stand beside it (Vornado). Of a financial institution they are its business.
 */
function unclassified(source: ModelSource, at: At, line: QuotedValue | null): QuotedValue | null {
  if (isFinancialInstitution(source) || firstReading(at, "total_current_assets") !== null) {
    return line;
  }
  const wantedPeriod = { start: null, end: at.end, unit: at.currency };
  const all = quoteFact(filedFact(source, allSecurities, wantedPeriod), metric, "instant");
  if (all === null || all.value <= 0) return line;
  if (line === null) return all;
  if (/Securities/.test(line.provenance?.concept ?? "")) return all.value > line.value ? all : line;
  return {
    value: line.value + all.value,
    provenance: computedProvenance(metric, metric, at.end, [line, all], "instant"),
    note: "with marketable securities of a balance sheet without current assets",
  };
}

function measuredAt(source: ModelSource, at: At): QuotedValue | null {
  const wantedPeriod = { start: null, end: at.end, unit: at.currency };
  const parts = measuredSecurities.flatMap((tags) => {
    const part = quoteFact(filedFact(source, tags, wantedPeriod), metric, "instant");
    return part === null ? [] : [part];
  });
  if (parts.length === 0) return null;
  return {
    value: total(parts),
    provenance: computedProvenance(metric, metric, at.end, parts, "instant"),
    note: "current financial assets of the measurement categories of IFRS 9",
  };
}

function withSetAside(source: ModelSource, at: At, known: QuotedValue | null): QuotedValue | null {
  const wantedPeriod = { start: null, end: at.end, unit: at.currency };
  const restricted = quoteFact(
    filedFact(source, [restrictedInvestments], wantedPeriod),
    metric,
    "instant",
  );
  const due = debtAt(source, at, "debt_due_within_a_year")?.value ?? 0;
  if (restricted === null || restricted.value <= 0 || due <= 0) return known;
  const counted = Math.min(restricted.value, due);
  const parts = known === null ? [restricted] : [known, restricted];
  return {
    value: (known?.value ?? 0) + counted,
    provenance: computedProvenance(metric, metric, at.end, parts, "instant"),
    note: `with restricted investments of ${counted.toLocaleString("en-US")}, counted as far as debt falls due within a year`,
  };
}

const parts = [
  "cash_and_equivalents",
  "receivables",
  "inventory",
  "prepaid_expenses",
  "other_current_assets",
] as const satisfies readonly MetricKey[];

/** Share of current assets that is worth asking for, and how near a rest must come to securities that were filed. */
const noticeable = 0.05;
const tolerance = 0.1;

/** What current assets leave, where securities were filed at the balance before and the same rest came to them. */
function derived(source: ModelSource, at: At): Securities {
  const before = balanceBefore(source, at);
  const was = before === null ? null : firstReading(before, metric);
  if (before === null || was === null || was.value <= 0) return { quoted: null, unknown: null };
  const now = restOf(source, at);
  const then = restOf(source, before);
  if (now !== null && now.value <= noticeable * now.assets) return { quoted: null, unknown: null };
  const isSmall = then !== null && was.value <= noticeable * then.assets;
  const matches = now !== null && then !== null && isSameRest(now, then, was.value);
  if (matches) return { quoted: quoteRest(at, now, before.end), unknown: null };
  if (isSmall) return { quoted: null, unknown: null };
  const unknown = `Short-term investments of ${was.value.toLocaleString("en-US")} were filed for ${before.end} and are not tagged for ${at.end}; they cannot be derived.`;
  return { quoted: null, unknown };
}

/** The rest held the securities and nothing else when they were filed. */
const isSameRest = (now: Rest, then: Rest, was: number) =>
  then.keys.every((key) => now.keys.includes(key)) && Math.abs(then.value - was) <= tolerance * was;

function balanceBefore(source: ModelSource, { end, currency }: At): At | null {
  for (const day of endsBefore(source, end)) {
    const at = { end: day, currency, here: periodsAt(source, day, currency) };
    if (firstReading(at, "total_current_assets") !== null) return at;
  }
  return null;
}

interface Rest {
  value: number;
  assets: number;
  keys: string[];
  quoted: QuotedValue[];
}

function restOf(source: ModelSource, at: At): Rest | null {
  const assets = firstReading(at, "total_current_assets");
  if (assets === null || firstReading(at, "cash_and_equivalents") === null) return null;
  const readings = parts.flatMap((key) => {
    const reading = firstReading(at, key);
    return reading === null ? [] : [{ key, reading }];
  });
  const isWhole = readings.some(({ reading }) =>
    leavesOf(reading.lineage, source.facts).some(
      (one) => one.tag === "PrepaidExpenseAndOtherAssetsCurrent",
    ),
  );
  // That tag holds prepaid expenses already.
  const used = readings.filter(({ key }) => !isWhole || key !== "prepaid_expenses");
  const wantedPeriod = { start: null, end: at.end, unit: at.currency };
  const heldForSaleFact = quoteFact(
    filedFact(source, heldForSale, wantedPeriod),
    "other_current_assets",
    "instant",
  );
  const quotes = [...used.flatMap(({ reading }) => quote(source, reading, "instant") ?? [])];
  const less = heldForSaleFact === null ? quotes : [...quotes, heldForSaleFact];
  const whole = quote(source, assets, "instant");
  return {
    value: assets.value - total(less),
    assets: assets.value,
    keys: used.map(({ key }) => key),
    quoted: whole === null ? less : [whole, ...less],
  };
}

/** What current assets leave beside all securities and the lines of other current assets; null without a total. */
export function currentRest(source: ModelSource, at: At): number | null {
  const rest = restOf(source, at);
  const securities = currentSecurities(source, at).quoted?.value ?? 0;
  return rest === null ? null : rest.value - securities;
}

function quoteRest({ end }: At, { value, quoted }: Rest, before: string): QuotedValue {
  return {
    value,
    provenance: computedProvenance(metric, "current_assets_less_parts", end, quoted, "instant"),
    note: `not tagged any more: current assets less cash, receivables, inventory, other current assets and what is held for sale, which came to the securities filed for ${before}`,
  };
}

const total = (quoted: readonly QuotedValue[]) => quoted.reduce((sum, { value }) => sum + value, 0);
