/** Part of the data kit. It is in `schemas` because ingest also writes versions of listings. */
export * from "#schemas/hash-chain.ts";
