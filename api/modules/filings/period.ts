import { isCalendarDate } from "#ingest/facts/iso-date.ts";
import { readPeriodKey } from "#schemas/period-key.ts";
import { type FiscalPeriod, fiscalPeriods } from "#schemas/shapes/companies/statement.ts";
import type { FilingPeriod } from "#schemas/tables/companies/entity-filing.ts";
import type { Issue } from "../../http/errors.ts";

/** First and last month and day of the parts of a calendar year. */
const calendarParts: Readonly<Partial<Record<FiscalPeriod, readonly [string, string]>>> = {
  FY: ["01-01", "12-31"],
  Q1: ["01-01", "03-31"],
  Q2: ["04-01", "06-30"],
  Q3: ["07-01", "09-30"],
  Q4: ["10-01", "12-31"],
  H1: ["01-01", "06-30"],
  H2: ["07-01", "12-31"],
};

/** What a content says of its period; members that it does not say are undefined. */
interface StatedPeriod {
  fiscalYear?: number;
  fiscalPeriod?: FiscalPeriod;
  start?: string;
  end?: string;
}

/**
 * The days that a filing is about: of the period that the entity has named so, else of the content, else, where the id
 * is a key such as 2024FY, FY2024 or 2024Q3, of the calendar year. Issues where they are not known or contradict each
 * other.
 */
export function resolvePeriod(
  id: string,
  content: Readonly<Record<string, unknown>>,
  named: FilingPeriod | null,
): FilingPeriod | Issue[] {
  if (named !== null) {
    const { fiscalYear, fiscalPeriod, start, end } = named;
    return { fiscalYear, fiscalPeriod, start, end };
  }
  const stated = statedIn(content);
  const key = keyOf(id);
  if (key !== null && contradicts(key, stated)) {
    return [issue("period", "conflict", `says another period than reportingPeriodId ${id}`)];
  }
  const { fiscalYear, fiscalPeriod } = { ...stated, ...key };
  if (fiscalYear === undefined || fiscalPeriod === undefined) {
    return [issue("period", "required", "says which fiscal year and period the filing is about")];
  }
  const days = daysOf({ ...stated, fiscalYear, fiscalPeriod }, key !== null);
  if (days === null) {
    return [issue("period", "required", "says periodStart and periodEnd as calendar dates")];
  }
  return { fiscalYear, fiscalPeriod, ...days };
}

const issue = (member: string, code: string, message: string): Issue => ({
  path: [member],
  code,
  message,
});

function keyOf(id: string): { fiscalYear: number; fiscalPeriod: FiscalPeriod } | null {
  // A bare year is a period name, too.
  const key = /^\d+$/.test(id) ? null : readPeriodKey(id);
  const [, year, part] = /^((?:19|20|21)\d\d)(FY|Q[1-4]|H[12])$/.exec(key ?? "") ?? [];
  if (year === undefined) return null;
  return { fiscalYear: Number(year), fiscalPeriod: part as FiscalPeriod };
}

function statedIn({ period }: Readonly<Record<string, unknown>>): StatedPeriod {
  if (typeof period !== "object" || period === null) return {};
  const said = period as Record<string, unknown>;
  const fiscalPeriod = fiscalPeriods.find((one) => one === said.fiscalPeriod);
  return {
    ...(typeof said.fiscalYear === "number" && { fiscalYear: said.fiscalYear }),
    ...(fiscalPeriod !== undefined && { fiscalPeriod }),
    ...(typeof said.periodStart === "string" && { start: said.periodStart }),
    ...(typeof said.periodEnd === "string" && { end: said.periodEnd }),
  };
}

const contradicts = (
  key: { fiscalYear: number; fiscalPeriod: FiscalPeriod },
  stated: StatedPeriod,
) =>
  (stated.fiscalYear ?? key.fiscalYear) !== key.fiscalYear ||
  (stated.fiscalPeriod ?? key.fiscalPeriod) !== key.fiscalPeriod;

function daysOf(
  {
    fiscalYear,
    fiscalPeriod,
    start,
    end,
  }: StatedPeriod & Required<Pick<StatedPeriod, "fiscalYear" | "fiscalPeriod">>,
  isKey: boolean,
): { start: string; end: string } | null {
  if (start !== undefined && end !== undefined) {
    return isCalendarDate(start) && isCalendarDate(end) ? { start, end } : null;
  }
  const part = calendarParts[fiscalPeriod];
  if (!isKey || part === undefined || start !== undefined || end !== undefined) return null;
  return { start: `${fiscalYear}-${part[0]}`, end: `${fiscalYear}-${part[1]}` };
}
