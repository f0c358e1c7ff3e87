import type { Client, ClientOptions } from "openapi-fetch";
import type { components, paths } from "./paths.js";

export type { components, operations, paths } from "./paths.js";

/** A named schema of the API: `Schema<"Change">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

export interface TenkOptions extends Omit<ClientOptions, "baseUrl"> {
  /** Where the service is, such as `https://tenk.example.com`. */
  baseUrl: string;
  /** An API key, sent as `X-API-Key`. */
  apiKey?: string;
  /** A token, sent as `Authorization: Bearer`. */
  token?: string;
}

export type TenkClient = Client<paths>;

/** Makes a client: `client.GET("/v2/changes", { params: { query: { since: "2026-01-01" } } })`. */
export declare function createTenkClient(options: TenkOptions): TenkClient;

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Rows of a list with `limit` and `offset`, page by page. Throws TenkError for a page that is refused. */
export declare function allRows<Row>(
  read: (page: {
    limit: number;
    offset: number;
  }) => Promise<Answer<{ data: Row[]; meta: { hasMore: boolean } }>>,
  limit?: number,
): AsyncGenerator<Row, void, undefined>;

/**
 * Everything behind a cursor, answer by answer. Throws TenkError for an answer that is refused. Keep the cursor of the
 * last answer to go on later.
 */
export declare function allAfter<Row>(
  read: (
    cursor: string | undefined,
  ) => Promise<Answer<{ data: Row[]; meta: { nextCursor: string | null; hasMore?: boolean } }>>,
  from?: string,
): AsyncGenerator<Row, void, undefined>;

/** An answer that is no success. */
export declare class TenkError extends Error {
  readonly name: "TenkError";
  readonly status: number;
  readonly code: string | null;
  /** Tell it to the operator. */
  readonly requestId: string | null;
}
