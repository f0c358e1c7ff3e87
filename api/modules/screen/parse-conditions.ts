import { nearConcepts } from "#registry/current/concept-names.ts";
import { didYouMean, nearest } from "#schemas/nearest.ts";
import { allScreenColumns, type ScreenColumn } from "#schemas/screen-metrics.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { ApiError, badRequest } from "../../http/errors.ts";

export const operators = [">=", "<=", "!=", ">", "<", "="] as const;
export type Operator = (typeof operators)[number];

/** One condition: all of them must hold. A company without the figure does not meet it. */
export interface Condition {
  /** The metric's column as it is asked for; null for another word. */
  metric: ScreenColumn | null;
  column: string;
  operator: Operator;
  value: number | string;
}

const conditionsMax = 12;
const byName = new Map(allScreenColumns.map((one) => [one.name, one]));
/** Facts of a company's row that are no figures. */
const rowColumns: Readonly<Record<string, "number" | "text">> = {
  fiscal_year: "number",
  currency: "text",
  template: "text",
};

/**
 * "revenue > 10b and net_margin >= 15% and currency = USD" as conditions. Figures take k, m, b, t and % after the
 * number. Throws 400 with what is wrong, and near names where a name is unknown.
 */
export function parseConditions(text: string, registry: Registry): Condition[] {
  const parts = text
    .replace(/\s+/g, " ")
    .split(/ and |[,;]/i)
    .filter((part) => part.trim() !== "");
  if (parts.length > conditionsMax) {
    throw badRequest(`where takes at most ${conditionsMax} conditions`);
  }
  const read: Condition[] = [];
  for (const part of parts) {
    try {
      read.push(parseCondition(part.trim(), registry));
    } catch (error) {
      throw sayingWhere(error, parts.slice(0, read.length));
    }
  }
  return read;
}

/** Says how far the text could be read, where that is not its beginning. */
function sayingWhere(error: unknown, before: readonly string[]): unknown {
  if (!(error instanceof ApiError) || before.length === 0) return error;
  return badRequest(`${error.message} (read up to "${before.join(" and ").slice(-60)}")`);
}

function parseCondition(text: string, registry: Registry): Condition {
  const operator = operators.find((one) => text.includes(one));
  if (operator === undefined) throw badCondition(text, `it has none of ${operators.join(" ")}`);
  const at = text.indexOf(operator);
  const name = text.slice(0, at).trim();
  const typed = text.slice(at + operator.length).trim();
  if (name === "")
    throw badCondition(text, `it begins with ${operator}, before which a metric is missing`);
  if (rowColumns[name] === "text") return textCondition(text, { name, operator, typed });
  const metric = rowColumns[name] === "number" ? null : findColumn(name, registry);
  if (typed === "")
    throw badCondition(text, `it ends behind ${operator}, where a number is missing`);
  const value = readNumber(typed);
  if (value === null) throw badCondition(text, `"${typed}" is no number`);
  return { metric, column: metric?.column ?? name, operator, value };
}

function textCondition(
  text: string,
  { name, operator, typed }: { name: string; operator: Operator; typed: string },
): Condition {
  if (operator !== "=" && operator !== "!=") throw badCondition(text, `${name} takes = and !=`);
  if (!/^\w{1,20}$/.test(typed)) throw badCondition(text, `"${typed}" is no ${name}`);
  const value = name === "currency" ? typed.toUpperCase() : typed.toLowerCase();
  return { metric: null, column: name, operator, value };
}

const badCondition = (text: string, why: string) =>
  badRequest(`The condition "${text.slice(0, 80)}" cannot be read: ${why}`);

/** The column of a metric's name. Throws 400 naming the nearest. */
export function findColumn(name: string, registry: Registry): ScreenColumn {
  const metric = byName.get(name) ?? byName.get(name.replace(/\.ttm$/, ""));
  if (metric !== undefined) return metric;
  const near = nearest(name, [...byName.keys()]);
  const concept = registry.bySnakeKey.has(name)
    ? `${name} is a line that screens do not have`
    : null;
  const meant =
    near.length > 0 ? near : nearConcepts(registry, name).filter((key) => byName.has(key));
  throw badRequest(`${concept ?? `There is no metric "${name.slice(0, 60)}"`}${didYouMean(meant)}`);
}

const scales: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  m: 1e6,
  b: 1e9,
  t: 1e12,
  "%": 0.01,
};

/** "1.5b" is 1500000000, "15%" is 0.15; null for any other text. */
export function readNumber(text: string): number | null {
  const match = /^([+-]?\d{1,20}(?:\.\d{1,10})?(?:e\d{1,2})?)\s?([kmbt%]?)$/i.exec(text);
  if (match === null) return null;
  return Number(match[1]) * (scales[(match[2] ?? "").toLowerCase()] ?? 1);
}
