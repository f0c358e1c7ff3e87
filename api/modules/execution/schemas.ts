import { Decimal } from "decimal.js";
import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";

/** A day between 1900 and 2199. */
const isUsualDay = (day: string) => /^(19|20|21)/.test(day);

/** A calendar day. A date with a time is taken, too, and its day as it is written there counts. */
export const dayText = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine(isUsualDay, "Must be between the years 1900 and 2199")
  .meta({
    description: "Calendar day, or a time of which the day counts",
    examples: ["2026-01-31"],
  })
  .transform((text) => text.slice(0, 10));

/** A day in a query string. */
export const queryDay = (description: string) =>
  z.iso
    .date()
    .refine(isUsualDay, "Must be between the years 1900 and 2199")
    .optional()
    .meta({ description, examples: ["2026-01-01"] });

const plain = /^-?\d{1,30}(\.\d{1,10})?$/;

/** An exact decimal: text, or a JSON number that is one. Kept as text without an exponent. */
export const amount = z
  .union([z.number().min(-1e15).max(1e15), z.string().regex(plain)])
  .meta({ description: "Decimal of at most 30 and 10 digits", examples: ["1250000.50"] })
  .transform((value) => (typeof value === "number" ? new Decimal(value).toFixed() : value))
  .pipe(z.string().regex(plain, "Must have at most 10 digits behind the point"));

export const amountShape = z.string().regex(/^-?\d+(\.\d+)?$/);

export const entityId = idOf("Entity id");
export const cycleId = idOf("Cycle id");
export const goalId = idOf("Goal id");
export const ownerId = idOf("Account that sees to it: one of the team");
export const params = {
  entityId,
  cycleId,
  goalId,
  seasonId: idOf("Season id"),
  id: idOf("Commitment id"),
};
