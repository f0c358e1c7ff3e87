import type { InjectOptions } from "fastify";
import pg from "pg";
import { type MockInstance, vi } from "vitest";
import { z } from "zod";
import type { Endpoint } from "#api/http/endpoint.ts";
import type { TestApp } from "../app.ts";
import type { MakeRequest } from "../good-requests.ts";

/** Stands in each of the texts: SQL with it in its text, not in its values, was made of what a client sent. */
const mark = "zq9x";
const someId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";

/** What sqlmap and its like try. */
export const injections: readonly string[] = [
  `${mark}' OR '1'='1`,
  `${mark}'; DROP TABLE user_account; --`,
  `${mark}' UNION SELECT password_hash FROM user_account --`,
  `${mark}") OR ("1"="1`,
  `${mark}' AND 1=(SELECT 1 FROM pg_sleep(30)) --`,
  `${mark}%' ESCAPE '!' --`,
  `${mark}\\'; UPDATE user_account SET is_admin = true; --`,
  `${mark}$$; DELETE FROM entity; --`,
  `1 OR ${mark}=${mark}`,
  `1) AND (SELECT CAST(version() AS int))=(${mark}`,
  `${mark}'||(SELECT 1/0)||'`,
  `${mark}/**/;/**/COPY user_account TO '/tmp/x' --`,
  `${mark}:* & | ! ( <-> '`,
  `{${mark},"'\\`,
  `${mark}'->'a'#>>'{b}' ?| array['c']`,
  `${mark}"."password_hash`,
  `created_at DESC, ${mark}`,
  `${someId}' OR ${mark}::text='1`,
  `${mark}\u02bc\uff07 OR 1=1`,
  `$1 $2 :${mark} ?`,
];

const databaseWords =
  /syntax error at|SQLSTATE|unterminated quoted|invalid input syntax|" does not exist|operator does not exist|violates .{1,40} constraint|pg_catalog|PGlite|DrizzleQueryError|Failed query/i;

type Path = readonly (string | number)[];

/** One place of a request that takes something from a client, with how it is put there. */
interface Place {
  name: string;
  put(text: string): InjectOptions & { url: string };
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** The paths of all members of a body, nested ones and those of every variant included. */
function memberPaths(schema: JsonSchema, at: Path = []): Path[] {
  if (at.length > 6) return [];
  const { properties, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const found = [...anyOf, ...oneOf, ...allOf].flatMap((one) => memberPaths(one, at));
  for (const [name, member] of Object.entries(properties ?? {})) {
    found.push(...memberPaths(member, [...at, name]));
  }
  if (items !== undefined) found.push(...memberPaths(items, [...at, 0]));
  return properties === undefined && items === undefined && at.length > 0 ? [...found, at] : found;
}

function withMember(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (typeof name === "number") return [withMember(undefined, rest, text)];
  const whole = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const members = whole as Record<string, unknown>;
  return { ...members, [name]: withMember(members[name], rest, text) };
}

/** Every parameter of the path, of the query and of the body, and a name that is none. */
async function placesOf(endpoint: Endpoint, goodRequest: MakeRequest): Promise<Place[]> {
  const good = await goodRequest(endpoint);
  const [goodPath = "", goodQuery = ""] = good.url.split("?");
  const inPath = endpoint.path.split("/").flatMap((part, at): Place[] => {
    if (!part.startsWith(":")) return [];
    const put = (text: string) => {
      const parts = goodPath.split("/").with(at, encodeURIComponent(text));
      return { ...good, url: parts.join("/") + (goodQuery && `?${goodQuery}`) };
    };
    return [{ name: `path ${part}`, put }];
  });
  const put = (name: string, text: string) => {
    const query = new URLSearchParams(goodQuery);
    query.set(name, text);
    return { ...good, url: `${goodPath}?${query}` };
  };
  const inQuery = Object.keys(endpoint.query?.shape ?? {}).map((name) => ({
    name: `query ${name}`,
    put: (text: string) => put(name, text),
  }));
  const another = { name: "another query parameter", put: (text: string) => put(text, text) };
  return [...inPath, ...inQuery, another, ...placesInBody(endpoint, good)];
}

function placesInBody(
  { body }: Endpoint,
  good: InjectOptions & { url: string; payload?: unknown },
): Place[] {
  if (body === null) return [];
  const options = { io: "input", unrepresentable: "any", reused: "inline" } as const;
  const paths = memberPaths(z.toJSONSchema(body, options) as JsonSchema);
  const names = new Map(paths.map((path) => [path.join("."), path]));
  const places = [...names].map(([name, path]) => ({
    name: `body ${name}`,
    put: (text: string) => ({
      ...good,
      payload: withMember(good.payload, path, text) as object,
    }),
  }));
  const put = (text: string) => ({
    ...good,
    payload: withMember(good.payload, [text], text) as object,
  });
  return [...places, { name: "another member of the body", put }];
}

/**
 * Sends the texts that `choose` gives for each place of a request, and says where the answer is a failure of ours, tells
 * something of the database, or where SQL was made of the text.
 */
export async function findInjections(
  app: TestApp,
  goodRequest: MakeRequest,
  endpoint: Endpoint,
  choose: (n: number) => readonly string[],
): Promise<{ sent: number; found: string[] }> {
  const places = await placesOf(endpoint, goodRequest);
  const found: string[] = [];
  let sent = 0;
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    for (const [n, { name, put }] of places.entries()) {
      for (const text of choose(n)) {
        query.mockClear();
        const { statusCode, body } = await app.send(put(text));
        sent += 1;
        const fault = faultOf(statusCode, body, query);
        if (fault !== null) found.push(`${name}: ${fault}: ${text}`);
      }
    }
  } finally {
    query.mockRestore();
  }
  return { sent, found };
}

function faultOf(status: number, body: string, query: MockInstance): string | null {
  if (status >= 500) return `status ${status}`;
  const [words] = databaseWords.exec(body) ?? [];
  if (words !== undefined) return `the answer says "${words}"`;
  const statements = query.mock.calls.map(([asked]) => String(asked?.text ?? asked));
  return statements.some((one) => one.includes(mark)) ? "SQL was made of it" : null;
}

/** Everything that is stored of an account, in all tables, as text. */
export async function storedOf({ database }: TestApp, userId: string): Promise<string[]> {
  const { rows: tables } = await database.pool.query(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const stored: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query(
      `select t::text as text from ${name} t where t::text like $1 order by 1`,
      [`%${userId}%`],
    );
    stored.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  return stored;
}

/** An account with something of its own in many tables, which nothing that others send may change. */
export async function makeBystander(app: TestApp, headers: Record<string, string>): Promise<void> {
  const post = (url: string, payload: object) =>
    app.send({ method: "POST", url, headers, payload });
  await post("/api/v1/collections", { name: "Bystander" });
  await post("/v2/watchlists", { name: "Bystander" });
  await post("/api/v1/organizations", { name: "Bystander" });
  await post("/api/v1/entities", { name: "Bystander" });
  await post("/api/v1/api-keys", { name: "Bystander", scope: "read" });
  await post("/v2/reports", { title: "Bystander", report_type: "annual_report", data: {} });
}
