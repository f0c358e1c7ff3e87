import { entityIdOf } from "#ingest/store/identity.ts";

/**
 * Exported as `questions` by the `examples.ts` of a module whose examples are answers over the bundled sample: by
 * operation, the address that is asked, or address and body of a POST.
 */
export type Questions = Readonly<Record<string, string | [url: string, body: object]>>;

/** The path of Apple Inc., the company of the sample. */
export const company = `/v2/entities/${entityIdOf("0000320193")}`;
