import type { Price } from "#schemas/shapes/models/price.ts";

/** The price as a body of the API has it; nothing where none is given. */
export const priceBody = (price: Price | null) =>
  price === null
    ? {}
    : { price: price.value, priceOf: price.of, priceDate: price.date ?? undefined };
