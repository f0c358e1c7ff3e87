import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { leavesOf, type Reading, read } from "../../answers/metrics.ts";
import { computedProvenance, type QuotedValue, quote } from "../../answers/provenance.ts";
import type { MetricKey } from "../../catalogue.ts";
import { addDays } from "../dates.ts";
import { factsOf, filedFact, quoteFact } from "../filed-facts.ts";
import { leases } from "../model-tags.ts";
import { unreadDebt } from "../rows/unread-debt.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import { periodsAt } from "../trailing.ts";
import { countedOnce, dueBeside } from "./counted-once.ts";
import { leasePayments, longDebtWithLeases, otherDebt } from "./debt-tags.ts";
import { besideNotes, besidePaper, besideRelated, lentOfRelated } from "./paper.ts";

/** A balance sheet date and the periods that end on it, the fullest first. */
export interface At {
  end: string;
  currency: string | null;
  here: readonly SourcePeriod[];
}

type DebtMetric = "total_debt" | "debt_due_within_a_year";

/**
 * Debt with the lease liabilities that are debt: all of them under IFRS 16, finance leases under US GAAP, where the
 * filings tag them apart and debt does not hold them already (models.md 3.3).
 */
export function debtAt(source: ModelSource, at: At, metric: DebtMetric): QuotedValue | null {
  const filed = firstReading(at, metric);
  const reading = metric === "total_debt" ? filed : dueBeside(source, at, filed);
  const borrowed =
    quote(source, countedOnce(source, at, reading), "instant") ??
    (metric === "total_debt" ? filedOn(source, at, metric)(otherDebt) : null);
  const lease = leaseAt(source, at, metric, reading);
  const isDue = metric !== "total_debt";
  const loans = besideNotes(source, at, { reading, isDue });
  const unread = unreadDebt(source, at, { reading, all: firstReading(at, "total_debt"), isDue });
  const related = metric === "total_debt" ? besideRelated(source, at, reading) : null;
  const lent = lentOfRelated(source, at);
  const rows = [besidePaper(source, at, reading), ...loans, ...unread, related, lent, lease];
  const beside = rows.filter((one) => one !== null);
  if (beside.every(({ value }) => value === 0)) return borrowed;
  const parts = borrowed === null ? beside : [borrowed, ...beside];
  return {
    value: parts.reduce((total, one) => total + one.value, 0),
    provenance: computedProvenance(metric, metric, at.end, parts, "instant"),
    note: lease?.note ?? null,
  };
}

export function firstReading({ here }: At, metric: MetricKey): Reading | null {
  return here.map((one) => read(one, metric)).find((one) => one !== null) ?? null;
}

function leaseAt(
  source: ModelSource,
  at: At,
  metric: DebtMetric,
  reading: Reading | null,
): QuotedValue | null {
  const kind = isIfrs(source, at) ? leases["ifrs-full"] : leases["us-gaap"];
  const told = (quoted: QuotedValue | null, when = "") =>
    quoted && { ...quoted, note: `${noteOf(kind.label, quoted.value)}${when}` };
  const held = heldLeases(source, at, reading);
  if (held === "all") return null;
  if (held === "current") {
    return metric === "total_debt" ? told(filedOn(source, at, metric)(kind.noncurrent)) : null;
  }
  const parts = leasesOf(source, at, metric, kind);
  if (parts !== null) return told(parts);
  const before = earlierDay(source, at, [...kind.whole, ...kind.current, ...kind.noncurrent]);
  if (before === null) return null;
  const day = { ...at, end: before, here: periodsAt(source, before, at.currency) };
  // Of borrowings that lost their tags the leases are no debt (Tesla 2022).
  if (reading === null && firstReading(day, metric) !== null) return null;
  return told(leasesOf(source, day, metric, kind), ` at ${before}, and not later`);
}

/** Which leases the debt of the day has in it already. */
function heldLeases(
  source: ModelSource,
  at: At,
  reading: Reading | null,
): "all" | "current" | "none" {
  const own = leavesOf(reading?.lineage ?? null, source.facts);
  // Beside a printed row of all debt due a row of nothing holds none (Verizon: short-term borrowings of 0).
  const due = own.filter(({ value }) => Number(value) !== 0);
  const isRow = ({ accession, taxonomy, tag }: Fact) =>
    allDue.has(tag) && source.rowLabels?.[accession]?.[`${taxonomy}:${tag}`] !== undefined;
  // Current debt holds leases where the row of long-term debt does (Boeing, Herc).
  const isAll =
    own.length > 0 &&
    (own.every(({ tag }) => allDue.has(tag)) || (due.length > 0 && due.every(isRow)));
  const leaves = isAll
    ? leavesOf(firstReading(at, "total_debt")?.lineage ?? null, source.facts)
    : own;
  const held = leaves.filter(
    (leaf) => /lease/i.test(leaf.tag) && !isWithoutLeases(source, at, leaf),
  );
  // A row of current debt with leases holds the current ones alone (DTE Energy).
  if (held.some(({ tag }) => !/Current$/.test(tag) || /[Nn]oncurrent/.test(tag))) return "all";
  const isBeside = filedOn(source, at, "total_debt")(longDebtWithLeases) !== null;
  const isDueHeld = isBeside && own.some(({ tag }) => tag === "DebtCurrent");
  return held.length > 0 || isDueHeld ? "current" : "none";
}

/** True where long-term debt under an element with leases is the very figure that a note states without them (Alphabet). */
function isWithoutLeases(source: ModelSource, at: At, { tag, value }: Fact): boolean {
  if (tag !== "LongTermDebtAndCapitalLeaseObligations") return false;
  const alone = filedOn(source, at, "total_debt")(["us-gaap:LongTermDebtNoncurrent"]);
  return alone?.value === Number(value);
}

const filedOn =
  (source: ModelSource, { end, currency }: At, metric: MetricKey) =>
  (tags: readonly string[]) =>
    quoteFact(filedFact(source, tags, { start: null, end, unit: currency }), metric, "instant");

const allDue: ReadonlySet<string> = new Set(["DebtCurrent", "LongTermDebtCurrent"]);

/** All payments of leases less the interest within them: what they owe, where no filing states it. Null without either. */
export function lessInterest(
  source: ModelSource,
  at: At,
  kind: keyof typeof leasePayments,
  metric: MetricKey,
): QuotedValue | null {
  const one = filedOn(source, at, metric);
  const { due, interest } = leasePayments[kind];
  const [paid, within] = [one(due), one(interest)];
  if (paid === null || within === null || within.value >= paid.value) return null;
  return {
    value: paid.value - within.value,
    provenance: computedProvenance(metric, metric, at.end, [paid, within], "instant"),
    note: `all payments less the interest within them, as of ${at.end}`,
  };
}

type Leases = (typeof leases)[keyof typeof leases];

/** All leases that are debt, as filings tag them apart for the day: finance leases, of IFRS filers all. Null without any. */
export const leasesOn = (source: ModelSource, at: At): QuotedValue | null =>
  leasesOf(source, at, "total_debt", leases[isIfrs(source, at) ? "ifrs-full" : "us-gaap"]);

function leasesOf(
  source: ModelSource,
  at: At,
  metric: DebtMetric,
  kind: Leases,
): QuotedValue | null {
  const one = filedOn(source, at, metric);
  const current = one(kind.current);
  if (metric !== "total_debt") return current;
  return (
    one(kind.whole) ??
    added(metric, at, current, one(kind.noncurrent)) ??
    (kind === leases["us-gaap"]
      ? (lessInterest(source, at, "finance", metric) ?? paymentsAt(source, at, metric))
      : null)
  );
}

/** All payments of finance leases that were paid off in the period to the day, where no filing states the interest within them (Intel 2023: 550). */
function paymentsAt(source: ModelSource, at: At, metric: DebtMetric): QuotedValue | null {
  const { due, principal } = leasePayments.finance;
  const isPaid = principal
    .flatMap((tag) => factsOf(source, tag))
    .some(({ end, value }) => end === at.end && Number(value) > 0);
  return isPaid ? filedOn(source, at, metric)(due) : null;
}

const lookBackDays = 400;

/**
 * The newest day before with one of the tags: many filers tag leases once a year. Null where the report of the day itself
 * states only that one: it prints the row and leaves it blank for its own day (Equifax).
 */
function earlierDay(source: ModelSource, at: At, tags: readonly string[]): string | null {
  const from = addDays(at.end, -lookBackDays);
  const before = tags
    .flatMap((tag) => factsOf(source, tag))
    .filter(({ end }) => end < at.end && end > from);
  const day =
    before
      .map(({ end }) => end)
      .sort()
      .at(-1) ?? null;
  const sheet = leavesOf(firstReading(at, "total_assets")?.lineage ?? null, source.facts);
  const isBlank = before.some(
    ({ end, accession }) => end === day && sheet.some((leaf) => leaf.accession === accession),
  );
  return isBlank ? null : day;
}

function added(
  metric: MetricKey,
  { end }: At,
  ...parts: (QuotedValue | null)[]
): QuotedValue | null {
  const presentParts = parts.filter((one) => one !== null);
  if (presentParts.length === 0) return null;
  return {
    value: presentParts.reduce((total, one) => total + one.value, 0),
    provenance: computedProvenance(metric, "lease_liabilities", end, presentParts, "instant"),
  };
}

const noteOf = (label: string, value: number) =>
  `with ${label} of ${value.toLocaleString("en-US")}, which the filings tag apart`;

/** True where the balance sheet of the day is filed in IFRS tags. */
export function isIfrs(source: ModelSource, at: At): boolean {
  const leaves = leavesOf(firstReading(at, "total_assets")?.lineage ?? null, source.facts);
  return leaves.some(({ taxonomy }) => taxonomy === "ifrs-full");
}
