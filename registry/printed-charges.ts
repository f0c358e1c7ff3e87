import { z } from "zod";
import reviewed from "./printed-charges.json" with { type: "json" };
import { labelWords } from "./printed-lines.ts";

const pattern = z.string().transform((text) => new RegExp(text));

const shape = z.strictObject({
  /** Words of rows that are the course of business, whatever else they say. */
  never: pattern,
  /** Words of rows that are impairments of securities, which are no such charge. */
  securities: pattern,
  kinds: z.array(
    z.strictObject({
      key: z.string(),
      label: z.string(),
      /** What the words of a row match: see `labelWords`. */
      words: pattern,
      isTaxed: z.boolean(),
      /** Keys of the other kinds that a row of this one may hold. */
      holds: z.array(z.string()),
      /** True for a kind that no other word of the row makes the course of business. */
      isAlways: z.literal(true).optional(),
      /** Day from which a charge of this kind alone stands below operating income, whatever prints it. */
      belowSince: z.iso.date().optional(),
    }),
  ),
});

const data = shape.parse(reviewed);

/** A charge or gain that is not expected again, as a row of an income statement names it. */
export interface PrintedCharge {
  /** The names of its kinds. */
  label: string;
  /** False where tax law gives no relief for it. */
  isTaxed: boolean;
  /** Keys of the kinds that the row names. */
  kinds: ReadonlySet<string>;
  /** These, and the kinds that they may hold. */
  holds: ReadonlySet<string>;
  /** Day from which it stands below operating income; null for kinds that a statement places. */
  belowSince: string | null;
}

/** Where an income statement has a one-off charge. */
export interface ChargePlace {
  isOperating: boolean;
  /** What a filed positive value does to income. */
  effect: 1 | -1;
}

const found = new Map<string, PrintedCharge | null>();

/**
 * The charge that a row of an income statement is by the name of its element, or by its label; one row may name several kinds
 * (`ImpairmentIntegrationAndRestructuringExpenses`). Null for a row that is no one-off charge.
 */
export function printedCharge(name: string): PrintedCharge | null {
  const known = found.get(name);
  if (known !== undefined) return known;
  const charge = chargeOf(labelWords(name));
  if (found.size > 50_000) found.clear();
  found.set(name, charge);
  return charge;
}

/**
 * The label of a row where it tells more kinds of one-off charges than the element, which may be of another meaning but of no
 * course of business (LG Display prints `LegalFees` as "Antitrust"). Null for others.
 */
export function chargeLabel(element: string, label: string): string | null {
  const kinds = printedCharge(element)?.kinds ?? new Set<string>();
  const told = printedCharge(label)?.kinds ?? kinds;
  const isMore = told.size > kinds.size && [...kinds].every((key) => told.has(key));
  return isMore && (kinds.size > 0 || !data.never.test(labelWords(element))) ? label : null;
}

/**
 * The label of a row that says that securities lost value, where the element is an impairment of other assets (Bradesco
 * prints `GoodwillImpairmentLoss` as "Total other-than-temporary impairment losses"). Null for others.
 */
export function securitiesLabel(element: string, label: string): string | null {
  const isImpairment = /Impairment|WriteDown/.test(element);
  if (!isImpairment || data.securities.test(labelWords(element))) return null;
  return isOfSecurities(label) ? label : null;
}

/** True for the label of a row that is an impairment of securities. */
const isOfSecurities = (label: string): boolean => data.securities.test(labelWords(label));

/** What a row leaves out follows it, and tells nothing of it (Uber's impairments "excluding equity method investments"). */
const leftOut = /\bexcluding\b/;

function chargeOf(name: string): PrintedCharge | null {
  const [words = ""] = name.split(leftOut);
  const isUsual = data.never.test(words);
  const kinds = data.kinds.filter(
    (one) => (one.isAlways === true || !isUsual) && one.words.test(words),
  );
  if (kinds.length === 0) return null;
  return {
    label: kinds.map(({ label }) => label).join(" and "),
    isTaxed: kinds.some(({ isTaxed }) => isTaxed),
    kinds: new Set(kinds.map(({ key }) => key)),
    holds: new Set(kinds.flatMap(({ key, holds }) => [key, ...holds])),
    belowSince: (kinds.length === 1 && kinds[0]?.belowSince) || null,
  };
}
