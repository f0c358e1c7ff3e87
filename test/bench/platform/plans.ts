import type { FastifyInstance } from "fastify";
import type pg from "pg";

/** A query as the API sent it. */
interface Sent {
  text: string;
  values: unknown[];
}

/** How the queries of one request ran. */
export interface PlanReport {
  /** The nodes that the slowest query spent its time in, outermost first. */
  main: string;
  milliseconds: number;
  /** Growing tables that were read from end to end. */
  scanned: string[];
  queries: number;
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Loops"?: number;
  "Actual Rows"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
}

/** Remembers every query of a pool that has values or reads, until `take` is called. */
export function recordQueries(pool: pg.Pool): { take(): Sent[] } {
  let sent: Sent[] = [];
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [first, second] = given as [string | Sent, unknown];
      const text = typeof first === "string" ? first : first.text;
      const values = typeof first === "string" ? second : (first.values ?? second);
      if (/^\s*(select|with|\()/i.test(text)) {
        sent.push({ text, values: Array.isArray(values) ? values : [] });
      }
      return query(...given);
    }) as typeof client.query;
  });
  return {
    take() {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}

/** Sends one request and explains each of its queries. Throws for an answer other than 200. */
export async function planOf(
  app: FastifyInstance,
  { recorded, client }: { recorded: { take(): Sent[] }; client: pg.ClientBase },
  asked: { path: string; body?: string; headers: Record<string, string> },
  growing: ReadonlyMap<string, number>,
): Promise<PlanReport> {
  const { path, body, headers } = asked;
  recorded.take();
  const answer = await app.inject({
    ...{ url: path, method: body === undefined ? "GET" : "POST" },
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { payload: body }),
  });
  const sent = recorded.take();
  if (answer.statusCode !== 200) {
    const main = `status ${answer.statusCode}: ${answer.body.slice(0, 200)}`;
    return { main, milliseconds: 0, scanned: [], queries: sent.length };
  }
  const explained = [];
  for (const one of sent) explained.push(await explain(client, one));
  const slowest = explained.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
  const scanned = explained.flatMap(({ root }) =>
    ranNodes(root).flatMap((node) =>
      isScanOf(node, growing) ? [node["Relation Name"] ?? ""] : [],
    ),
  );
  return {
    main: slowest === undefined ? "none: from memory" : describe(slowest.root),
    milliseconds: slowest?.milliseconds ?? 0,
    scanned: [...new Set(scanned)],
    queries: sent.length,
  };
}

async function explain(client: pg.ClientBase, { text, values }: Sent) {
  await client.query("begin");
  await client.query("select set_config('pg_trgm.word_similarity_threshold', '0.45', true)");
  try {
    // The time of a search is bounded, too.
    await client.query("set local statement_timeout = 2000");
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
    const [{ Plan: root, "Execution Time": milliseconds }] = rows[0]["QUERY PLAN"] as [
      { Plan: Node; "Execution Time": number },
    ];
    return { root, milliseconds };
  } catch (error) {
    if ((error as { code?: unknown }).code !== "57014") throw error;
    return { root: { "Node Type": "canceled after 2 s" }, milliseconds: 2000 };
  } finally {
    await client.query("rollback");
  }
}

const ranNodes = (node: Node): Node[] =>
  node["Actual Loops"] === 0 ? [] : [node, ...(node.Plans ?? []).flatMap(ranNodes)];

/** A scan that a limit ends early is none. */
function isScanOf(node: Node, growing: ReadonlyMap<string, number>): boolean {
  const rows = growing.get(node["Relation Name"] ?? "");
  const read = (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
  return node["Node Type"] === "Seq Scan" && rows !== undefined && read >= rows / 2;
}

/** The nodes that touch a table, each once, in the plan's order. */
function describe(root: Node): string {
  const touched = ranNodes(root).flatMap((node) => {
    const name = node["Index Name"] ?? node["Relation Name"];
    return name === undefined ? [] : [`${node["Node Type"]} ${name}`];
  });
  return [...new Set(touched)].slice(0, 4).join(", ") || root["Node Type"];
}

/** Tables that grow with the platform, with their rows: those that have at least so many. */
export async function growingTables(
  client: pg.ClientBase,
  least: number,
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ relname: string; reltuples: number }>(
    "select relname, reltuples from pg_class where relkind = 'r' and reltuples >= $1",
    [least],
  );
  return new Map(rows.map(({ relname, reltuples }) => [relname, reltuples]));
}
