import { isFilingNumber } from "#schemas/filing-address.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line, StatementPeriod, Template } from "#schemas/shapes/companies/statement.ts";
import type {
  Attribution,
  Terminal,
  TerminalLine,
  TerminalPeriod,
} from "#schemas/shapes/companies/terminal.ts";
import { sourceOf } from "../sources/known.ts";
import { filingLabel, noAttribution, sourceConcept } from "./attribution.ts";
import { display, toNumber } from "./format.ts";
import { coveragePercent, type Group, groupOf, isUniversal, reasonOf } from "./groups.ts";
import { type Column, hasValue } from "./points.ts";
import { inReadingOrder } from "./reading-order.ts";
import type { TerminalInput } from "./terminal-input.ts";

/** How much history the terminal shows; full financials and SFRS statements have the rest. */
const shownYears = 5;
const shownQuarters = 8;
const shownHalves = 4;

/** Below this coverage of the newest fiscal year the section calls itself partial. */
const usableCoverage = 50;

/**
 * The financials section (TRM-15 to TRM-17): the last five fiscal years (transition periods count as
 * one) and eight quarters, or four half years where no quarters are filed, newest first, the year before
 * its last quarter. Quarters come from the period tables, so a derived fourth quarter is among them.
 */
export function buildStatementPeriods(input: TerminalInput): Terminal["financials"] {
  const { periods, tables } = input.build;
  const years = periods
    .filter(({ fiscalPeriod }) => fiscalPeriod === "FY" || fiscalPeriod === "T")
    .slice(0, shownYears);
  const halves = periods.filter(({ fiscalPeriod }) => /^H[12]$/.test(fiscalPeriod));
  const quarters = tables.quarters.filter(({ lines }) => hasFlow(lines, input.registry));
  const interim =
    quarters.length > 0 ? quarters.slice(0, shownQuarters) : halves.slice(0, shownHalves);
  const shown = [...years, ...interim].sort((a, b) => (a.end < b.end ? 1 : a.end > b.end ? -1 : 0));
  const built = shown.map((column) => buildPeriod(column, input));
  return { ...stateOf(built), periods: built };
}

/** A quarter of a company that files no quarters may still carry a dividend or the year-end balance sheet. */
function hasFlow(lines: Record<string, Line>, { concepts }: Registry): boolean {
  return concepts.some(
    ({ periodType, prevalence, snakeKey }) =>
      periodType === "duration" && prevalence === "universal" && hasValue(lines[snakeKey]),
  );
}

function stateOf(
  periods: readonly TerminalPeriod[],
): Pick<Terminal["financials"], "state" | "unavailableReason"> {
  const newest = periods.find(({ fiscalPeriod }) => fiscalPeriod === "FY") ?? periods[0];
  if (!newest) {
    return {
      state: "unavailable",
      unavailableReason: "No financial figures of this company are at hand.",
    };
  }
  if ((newest.coveragePercent ?? 0) >= usableCoverage) {
    return { state: "available", unavailableReason: null };
  }
  return {
    state: "partial",
    unavailableReason: `Only ${newest.coveragePercent ?? 0}% of the expected lines of ${newest.fiscalPeriod} ${newest.fiscalYear} have a value.`,
  };
}

function buildPeriod(
  column: Column & { start: string; derivedQ4?: boolean },
  { build, registry }: TerminalInput,
): TerminalPeriod {
  const statement = statementOf(column, build.periods);
  const template = statement?.template ?? build.periods[0]?.template ?? "industrial";
  const lines: Record<Group, TerminalLine[]> = { income: [], balanceSheet: [], cashFlow: [] };
  for (const concept of inReadingOrder(registry.concepts, template)) {
    const line = buildLine(concept, column.lines[concept.snakeKey], template, build.facts);
    if (line) lines[groupOf(concept)].push(line);
  }
  return {
    fiscalYear: column.fiscalYear,
    fiscalPeriod: column.fiscalPeriod,
    baseForm: statement?.baseForm ?? null,
    periodStart: column.start,
    periodEnd: column.end,
    filedDate: statement?.filedDate ?? null,
    currency: column.currency,
    coveragePercent: coveragePercent(column.lines, template, registry),
    derivedQ4: column.derivedQ4 ?? false,
    incomeStatement: lines.income,
    balanceSheet: lines.balanceSheet,
    cashFlow: lines.cashFlow,
    source: attributePeriod(statement, build.cik),
  };
}

/** The statement of a column; a derived fourth quarter was first reported by the annual filing. */
function statementOf(column: Column, periods: readonly StatementPeriod[]): StatementPeriod | null {
  const ofYear = periods.filter(({ end }) => end === column.end);
  return (
    ofYear.find(({ fiscalPeriod }) => fiscalPeriod === column.fiscalPeriod) ??
    ofYear.find(({ fiscalPeriod }) => fiscalPeriod === "FY") ??
    null
  );
}

function attributePeriod(statement: StatementPeriod | null, cik: string): Attribution {
  const base = statement?.filings.find(
    ({ form, filedDate }) => form === statement.baseForm && filedDate === statement.filedDate,
  );
  const filing = base ?? statement?.filings.at(0);
  if (!filing) return noAttribution("The filing is not known");
  return {
    kind: "regulator_filing",
    provider: sourceOf(cik).name,
    label: filingLabel(filing.form, filing.filedDate),
    accessionNumber: isFilingNumber(filing.accessionNumber) ? filing.accessionNumber : null,
    note: "First reported in this filing; later filings may have restated single lines",
  };
}

/** A line with a value, or a universal one without; conditional lines that are absent are left out. */
function buildLine(
  concept: Concept,
  line: Line | undefined,
  template: Template,
  facts: readonly Fact[],
): TerminalLine | null {
  const { snakeKey: key, label } = concept;
  const number = line === undefined || line.value === null ? null : toNumber(line.value);
  if (line === undefined || line.value === null || line.unit === null || number === null) {
    if (!isUniversal(concept, template)) return null;
    const reason = reasonOf(line);
    return { key, label, displayValue: null, value: null, unit: null, sourceConcept: null, reason };
  }
  const { value, unit } = line;
  return {
    key,
    label,
    displayValue: display({ value, unit }),
    value: number,
    unit,
    sourceConcept: sourceConcept(line, facts),
    reason: null,
  };
}
