import { rulesOf } from "#registry/rules/book.ts";
import type { Split } from "#registry/series/adjust-for-splits.ts";
import * as decimal from "#schemas/decimal.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { RuleOf } from "#schemas/shapes/companies/rule.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { dayOf } from "../periods/days.ts";
import { checkOf } from "./check.ts";
import { commonFiling, type FactTable, filedOf, valueIn } from "./filed.ts";
import { compared, counted, notRun } from "./judge.ts";

/** Filed values of the lines in one filing, or the reason why there are none. */
function together(keys: readonly string[], period: StatementPeriod, table: FactTable) {
  const filed = [];
  for (const key of keys) {
    const line = period.lines[key];
    if (line?.flags.some((flag) => flag.startsWith("scope:"))) return `${key} is of another scope`;
    const one = filedOf(key, line, table);
    if (!one) return `${key} is not filed`;
    filed.push(one);
  }
  const accession = commonFiling(filed, table);
  if (accession === null) return "no filing carries all operands";
  return filed.map((one, i) => ({
    label: keys[i] ?? "",
    value: valueIn(one, accession, table)?.value ?? "0",
    accession,
  }));
}

/** PS-01, PS-02 and PS-04 on one period. */
export function runShares(
  period: StatementPeriod,
  rules: RuleBook,
  table: FactTable,
): CheckResult[] {
  return [
    ...rulesOf(rules, "check_quotient").map((rule) => quotient(rule, period, table)),
    ...rulesOf(rules, "check_dilution").flatMap((rule) => dilution(rule, period, table)),
    ...rulesOf(rules, "check_cover_date").map((rule) => coverDate(rule, period, table)),
  ];
}

function quotient(
  rule: RuleOf<"check_quotient">,
  period: StatementPeriod,
  table: FactTable,
): CheckResult {
  const about = { ...checkOf(rule), period: period.key };
  const { income: common, netIncome, between, shares: count } = rule.applies;
  const hasPreferred = period.lines[between]?.value != null;
  const toCommon = filedOf("", period.lines[common], table);
  const keys = [rule.line, toCommon || hasPreferred ? common : netIncome, count];
  const found = together(keys, period, table);
  if (typeof found === "string") return notRun(about, found);
  const [eps, amount, shares] = found.map(({ value }) => value);
  const computed = quotientOf(amount ?? "0", shares ?? "0");
  if (eps === undefined || computed === null) return notRun(about, "no average shares");
  const difference = decimal.sub(eps, computed);
  const size = Math.abs(Number(difference));
  const isExact = size <= 0.5 * 10 ** -decimals(eps);
  const isClose = size <= Math.max(0.01 * Math.abs(Number(eps)), 0.005);
  return compared(
    about,
    isExact ? "pass_exact" : isClose ? "pass_rounding" : "fail",
    difference,
    () => found,
  );
}

/** To twelve digits, which a quotient of doubles has; null without shares. */
function quotientOf(amount: string, shares: string): string | null {
  const quotient = Number(amount) / Number(shares);
  return Number.isFinite(quotient) ? decimal.fromNumber(Number(quotient.toPrecision(12))) : null;
}

const decimals = (value: string) => value.split(".")[1]?.length ?? 0;

/** Diluted shares are no fewer than basic ones, and diluted earnings per share no more. */
function dilution(
  rule: RuleOf<"check_dilution">,
  period: StatementPeriod,
  table: FactTable,
): CheckResult[] {
  const about = { ...checkOf(rule), period: period.key };
  const profit = Number(period.lines[rule.applies.income]?.value ?? Number.NaN);
  const results: CheckResult[] = [];
  const { shares, figures } = rule.applies;
  for (const twin of [shares, figures]) {
    const { basic, diluted } = twin;
    const isRight = (one: string, other: string) =>
      twin === shares ? decimal.compare(other, one) >= 0 : decimal.compare(other, one) <= 0;
    const found = profit > 0 ? together([basic, diluted], period, table) : "no profit";
    if (typeof found === "string") {
      results.push(notRun(about, found));
      continue;
    }
    const [a, b] = found.map(({ value }) => value);
    const faults = isRight(a ?? "0", b ?? "0") ? [] : [`${basic} ${a} against ${diluted} ${b}`];
    results.push(counted(about, faults, () => found));
  }
  return results;
}

function coverDate(
  rule: RuleOf<"check_cover_date">,
  period: StatementPeriod,
  table: FactTable,
): CheckResult {
  const about = { ...checkOf(rule), period: period.key };
  const filed = filedOf("cover", period.lines[rule.line], table);
  const fact = filed?.parts[0]?.fact;
  if (!fact) return notRun(about, "no cover-page share count");
  const days = dayOf(fact.end) - dayOf(period.end);
  const faults = days >= 0 && days <= 120 ? [] : [`dated ${fact.end}, period end ${period.end}`];
  return counted(about, faults, () => [
    { label: `cover ${fact.end}`, value: fact.value, accession: fact.accession },
  ]);
}

/** PS-03 on each period against the one of the same kind before it; periods newest first. */
export function runContinuity(
  periods: readonly StatementPeriod[],
  rules: RuleBook,
  splits: readonly Split[],
): CheckResult[] {
  return rulesOf(rules, "check_continuity").flatMap((rule) => continuity(rule, periods, splits));
}

function continuity(
  rule: RuleOf<"check_continuity">,
  periods: readonly StatementPeriod[],
  splits: readonly Split[],
): CheckResult[] {
  const key = rule.line;
  return periods.map((period, i) => {
    const about = { ...checkOf(rule), period: period.key };
    const before = periods.slice(i + 1).find((p) => p.fiscalPeriod === period.fiscalPeriod);
    const now = period.lines[key]?.value ?? null;
    const then = before?.lines[key]?.value ?? null;
    if (now === null || then === null) return notRun(about, "no count in both periods");
    const change = decimal.ratio(now, then);
    if (change === null) return notRun(about, "no shares in the period before");
    const faults = isContinuous(Number(change), splits) ? [] : [`${then} became ${now}`];
    return counted(about, faults, () => [
      { label: `${key} ${period.key}`, value: now, accession: null },
      { label: `${key} ${before?.key}`, value: then, accession: null },
    ]);
  });
}

/** Within half and double, as it stands or after any run of the known splits. */
function isContinuous(change: number, splits: readonly Split[]): boolean {
  const factors = [1];
  for (let from = 0; from < splits.length; from += 1) {
    let product = 1;
    for (const { ratio } of splits.slice(from)) {
      product *= ratio;
      factors.push(product);
    }
  }
  return factors.some((f) => change / f >= 0.5 && change / f <= 2);
}
