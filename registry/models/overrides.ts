import { type DriverName, driverNames } from "#schemas/shapes/models/dcf.ts";
import { describeRange, isInteger, isWithin, type Range, rangeOf } from "./answers/ranges.ts";
import type { Seed, SeedTable } from "./assumption.ts";
import type { Template } from "./catalogue.ts";
import type { DriverCells } from "./dcf/drivers.ts";
import { fromDateNumber } from "./inputs/dates.ts";

/** What a caller set: always finite, known, editable and in range. */
export interface Overrides {
  assumptions: ReadonlyMap<string, number>;
  drivers: DriverCells;
}

export const noOverrides: Overrides = { assumptions: new Map(), drivers: new Map() };

/** Why overrides are refused, in sentences for the caller (models.md section 11). */
export class OverrideError extends Error {
  override name = "OverrideError";
  readonly messages: readonly string[];

  constructor(messages: readonly string[]) {
    super(messages.slice(0, messagesMax).join("; "));
    this.messages = messages;
  }
}

const messagesMax = 10;

/** The message of a refusal of overrides; null without one. Throws anything else on. */
export function refusalOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof OverrideError) return error.message;
    throw error;
  }
}

/** What overrides are checked against. */
export interface OverrideRules {
  template: Template;
  table: SeedTable;
  /** Projected fiscal years; empty outside the DCF family and without filings. */
  years: readonly { fiscalYear: number }[];
}

/** One refusal with the number of the check that made it: messages come in the order of the checks. */
type Refusal = [check: 1 | 2 | 3 | 4, message: string];

/**
 * Reads a compute body: `undefined` is an empty one. Looks up own properties only. Throws OverrideError with
 * every refusal in the order shape, unknown keys, types, editability, ranges.
 */
export function parseOverrides(body: unknown, rules: OverrideRules): Overrides {
  const members = readMembers(body);
  const refusals: Refusal[] = [];
  const assumptions = new Map<string, number>();
  for (const [key, value] of Object.entries(members.assumptions)) {
    const refusal = refuseAssumption(rules, key, value);
    if (refusal === null) assumptions.set(key, value as number);
    else refusals.push(refusal);
  }
  const drivers = readDrivers(members.drivers, rules, refusals);
  if (refusals.length > 0) {
    throw new OverrideError(refusals.sort(([a], [b]) => a - b).map(([, message]) => message));
  }
  return { assumptions, drivers };
}

type Plain = Record<string, unknown>;

const allowed = ["assumptions", "drivers"];

function readMembers(body: unknown): Record<"assumptions" | "drivers", Plain> {
  if (body === undefined) return { assumptions: {}, drivers: {} };
  if (!isObject(body)) throw new OverrideError([shapeMessages.assumptions]);
  const messages = Object.keys(body)
    .filter((member) => !allowed.includes(member))
    .map((member) => `Unknown member "${shorten(member)}". Allowed: ${allowed.join(", ")}.`);
  const member = (name: "assumptions" | "drivers"): Plain => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined) return {};
    if (isObject(value)) return value;
    messages.unshift(shapeMessages[name]);
    return {};
  };
  const drivers = member("drivers");
  const assumptions = member("assumptions");
  if (messages.length > 0) throw new OverrideError(messages);
  return { assumptions, drivers };
}

const shapeMessages = {
  assumptions: "assumptions must be an object keyed by assumption key.",
  drivers: "drivers must be an object keyed by driver name.",
};

function refuseAssumption(rules: OverrideRules, key: string, value: unknown): Refusal | null {
  const seed = rules.table.byKey.get(key);
  if (seed === undefined) {
    const { seeds } = rules.table;
    const allowed = seeds.filter(({ editable }) => editable).map((one) => one.key);
    const list = allowed.length === 0 ? "none" : allowed.join(", ");
    const { key: template } = rules.template;
    return [1, `Unknown assumption "${shorten(key)}" for template ${template}. Allowed: ${list}.`];
  }
  if (!isFiniteNumber(value)) return [2, `Assumption "${key}" must be a finite number.`];
  if (!seed.editable) {
    return [3, `Assumption "${key}" comes from filings and cannot be overridden.`];
  }
  if (seed.unit === "date") return refuseDate(seed, value);
  const range = rangeOf(key);
  if (value === seed.value || (isWithin(value, range) && isWhole(key, value))) return null;
  return [4, `Assumption "${key}" must be ${describeRange(key, range)}.`];
}

const isWhole = (key: string, value: number) => !isInteger(key) || Number.isInteger(value);

function refuseDate(seed: Seed, value: number): Refusal | null {
  const { min, max, key } = seed;
  if (fromDateNumber(value) !== null && value >= (min ?? 0) && value <= (max ?? 0)) return null;
  const [from, to] = [fromDateNumber(min ?? 0), dayAfter(max)];
  return [
    4,
    `${key} must be a calendar date written yyyymmdd, on or after ${from} and before ${to}.`,
  ];
}

function dayAfter(value: number | null): string | null {
  const date = value === null ? null : fromDateNumber(value);
  return date === null
    ? null
    : new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function readDrivers(drivers: Plain, rules: OverrideRules, refusals: Refusal[]): DriverCells {
  const names = Object.keys(drivers);
  if (names.length > 0 && rules.template.family !== "dcf") {
    refusals.push([1, "Driver overrides only apply to DCF templates."]);
    return new Map();
  }
  const cells = new Map<DriverName, ReadonlyMap<number, number>>();
  for (const name of names) {
    const driver = driverNames.find((one) => one === name);
    if (driver === undefined) {
      const allowed = driverNames.join(", ");
      refusals.push([1, `Unknown driver "${shorten(name)}". Allowed: ${allowed}.`]);
    } else {
      cells.set(driver, readCells(driver, drivers[name], rules, refusals));
    }
  }
  return cells;
}

function readCells(
  driver: DriverName,
  value: unknown,
  rules: OverrideRules,
  refusals: Refusal[],
): ReadonlyMap<number, number> {
  const cells = new Map<number, number>();
  const keyed = `Driver "${driver}" must be an object keyed by four-digit year.`;
  if (!isObject(value) || Object.keys(value).some((year) => !/^\d{4}$/.test(year))) {
    refusals.push([2, keyed]);
    return cells;
  }
  for (const [year, cell] of Object.entries(value)) {
    const refusal = refuseCell(driver, Number(year), cell, rules);
    if (refusal === null) cells.set(Number(year), cell as number);
    else refusals.push(refusal);
  }
  return cells;
}

function refuseCell(
  driver: DriverName,
  year: number,
  value: unknown,
  { years, table }: OverrideRules,
): Refusal | null {
  if (!years.some(({ fiscalYear }) => fiscalYear === year)) {
    const [first, last] = [years[0], years.at(-1)];
    const horizon = first === undefined ? "(none)" : `${first.fiscalYear}-${last?.fiscalYear}`;
    return [1, `Year ${year} is outside the projection horizon ${horizon} for driver "${driver}".`];
  }
  const named = `Driver "${driver}" for ${year} must be`;
  if (!isFiniteNumber(value)) return [2, `${named} a finite number.`];
  const range: Range = rangeOf(driver);
  const isSeed = table.byKey.get(driver)?.value === value;
  return isSeed || isWithin(value, range) ? null : [4, `${named} ${describeRange(driver, range)}.`];
}

function isObject(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** A key of the caller as it may be quoted back. */
function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
