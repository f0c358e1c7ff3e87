import createClient from "openapi-fetch";

/**
 * Makes a client. See `index.d.ts` for what it takes.
 * @param {import("./index.d.ts").TenkOptions} options
 */
export function createTenkClient({ baseUrl, apiKey, token, headers = {}, ...rest }) {
  return createClient({
    ...rest,
    baseUrl: baseUrl.replace(/\/$/, ""),
    headers: {
      ...(apiKey === undefined ? {} : { "X-API-Key": apiKey }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
}

/**
 * Rows of a list with `limit` and `offset`, page by page, until there is none.
 * @param {(page: { limit: number, offset: number }) => Promise<{ data?: any, error?: unknown, response: Response }>} read
 */
export async function* allRows(read, limit = 100) {
  for (let offset = 0; ; ) {
    const { data, error, response } = await read({ limit, offset });
    if (data === undefined) throw new TenkError(response, error);
    yield* data.data;
    if (data.meta.hasMore !== true || data.data.length === 0) return;
    offset += data.data.length;
  }
}

/**
 * Everything behind a cursor, answer by answer; the last value that `read` is called with is where to go on later.
 * @param {(cursor: string | undefined) => Promise<{ data?: any, error?: unknown, response: Response }>} read
 * @param {string} [from]
 */
export async function* allAfter(read, from) {
  for (let cursor = from; ; ) {
    const { data, error, response } = await read(cursor);
    if (data === undefined) throw new TenkError(response, error);
    yield* data.data;
    if (data.meta.hasMore === false || data.meta.nextCursor === null) return;
    cursor = data.meta.nextCursor;
  }
}

/** An answer that is no success. */
export class TenkError extends Error {
  /**
   * @param {Response} response
   * @param {any} error
   */
  constructor(response, error) {
    super(error?.error?.message ?? error?.message ?? `HTTP ${response.status}`);
    this.name = "TenkError";
    this.status = response.status;
    this.code = error?.error?.code ?? error?.code ?? null;
    this.requestId = response.headers.get("x-request-id");
  }
}
