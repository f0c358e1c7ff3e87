import type { Query } from "#api/pages/query.ts";
import { givenPrice, isPrice, priceMax } from "#registry/models/market/price.ts";
import type { Price, PriceOf } from "#schemas/shapes/models/price.ts";
import { type AskedBlend, readBlend, writeBlend } from "./blend.ts";
import type { ValuationQuery } from "./schemas.ts";

/** What the address of the page asks for. */
export interface AskedValuation {
  /** Null where none is given, or what is given is no price. */
  price: Price | null;
  priceOf: PriceOf;
  /** The text of the field. */
  typed: string;
  /** Why the text is no price; null where it is one or is empty. */
  problem: string | null;
  blend: AskedBlend;
}

/** Reads the fields of the page's form. A price is of `day`, the day of the page. */
export function readAsked(
  { price = "", priceOf, blend = "" }: ValuationQuery,
  day: string,
): AskedValuation {
  const typed = price.trim();
  const of = priceOf || "share";
  const shared = { priceOf: of, typed, blend: readBlend(blend) };
  if (typed === "") return { ...shared, price: null, problem: null };
  if (!written.test(typed)) return { ...shared, price: null, problem: unreadable };
  const value = Number(typed.replaceAll(",", ""));
  if (!isPrice(value)) return { ...shared, price: null, problem: outOfRange };
  return { ...shared, price: givenPrice(value, null, of, day), problem: null };
}

/** Digits, or thousands apart by commas, and a point. */
const written = /^(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,20})(?:\.\d{0,12})?$/;
const unreadable = "This is not a price. Write a number with a point, such as 187.50.";
const outOfRange = `A price is above 0 and at most ${priceMax.toLocaleString("en-US")}.`;

/** What an address without fields asks for. */
export const nothingAsked: AskedValuation = readAsked({}, "");

/** The price of the form as the address has it. */
export const priceQuery = ({ typed, priceOf }: AskedValuation): Query => ({
  price: typed,
  priceOf: priceOf === "share" ? undefined : priceOf,
});

/** All fields of the form as the address has them. */
export const askedQuery = (asked: AskedValuation): Query => ({
  ...priceQuery(asked),
  blend: writeBlend(asked.blend),
});

/** True where the page is that of everybody. */
export const isUnasked = ({ typed, blend }: AskedValuation): boolean =>
  typed === "" && blend.parts.length === 0 && blend.problem === null;
