import { z } from "zod";
import { filedStatementKinds, reportSources } from "#schemas/shapes/companies/filed-report.ts";

/** Grows when the arrays below change. A reader refuses other versions. */
export const packedVersion = 1;

const index = z.int().min(0);
/** An entry of `strings` counted from 1; 0 is null. */
const textOrNull = index;

/** Start (0: an instant) and end as entries of `strings`, and 1 where the dates are rounded. */
const period = z.tuple([textOrNull, index, z.int().min(0).max(1)]);
/** Period, exact decimal text, unit, decimals, id of the fact. */
const value = z.tuple([index, z.string(), textOrNull, z.int().nullable(), z.string().nullable()]);
/** Order, depth, element, label, flags, dimensions, values. */
const line = z.tuple([
  z.int(),
  z.int().nullable(),
  index,
  index,
  z.int().min(0).max(127),
  index,
  z.array(value),
]);
/** Kind, role, title, order, whether parenthetical, axes, lines. */
const statement = z.tuple([
  z.enum(filedStatementKinds),
  textOrNull,
  textOrNull,
  z.int(),
  z.int().min(0).max(1),
  z.array(index),
  z.array(line),
]);
/** Qualified name, whether own, type, period type, balance, label, documentation. */
const element = z.tuple([
  z.string(),
  z.int().min(0).max(1),
  textOrNull,
  z.enum(["instant", "duration"]).nullable(),
  z.enum(["debit", "credit"]).nullable(),
  textOrNull,
  z.string().nullable(),
]);
/** Role, parent, and of each child: element, weight, order. */
const calculation = z.tuple([index, index, z.array(z.tuple([index, z.number(), z.number()]))]);
/** Axis, default (0: none, else an element counted from 1), roles, and of each member: element, depth. */
const domain = z.tuple([index, index, z.array(index), z.array(z.tuple([index, z.int().min(0)]))]);

/** A report as it is stored: arrays with dictionaries, so that its JSON text is short and always the same. */
export const packedReport = z.object({
  v: z.literal(packedVersion),
  report: z.tuple([
    z.string(),
    z.string(),
    z.string(),
    z.string().nullable(),
    z.string().nullable(),
    z.enum(reportSources),
  ]),
  strings: z.array(z.string()),
  periods: z.array(period),
  dimensions: z.array(z.array(z.tuple([index, index]))),
  elements: z.array(element),
  statements: z.array(statement),
  calculations: z.array(calculation),
  domains: z.array(domain).default([]),
  problems: z.array(z.string()),
});
export type PackedReport = z.infer<typeof packedReport>;
export type PackedLine = z.infer<typeof line>;
export type PackedValue = z.infer<typeof value>;

/** Bits of the flags of a line. */
export const lineFlags = { abstract: 1, total: 2, totalUnknown: 4, negated: 8, start: 16, end: 32 };
