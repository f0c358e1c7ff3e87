/** Part of the data kit; in `schemas`, because ingest makes versions of listings, too. */
export * from "#schemas/hash-chain.ts";
