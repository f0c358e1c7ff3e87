import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type Json,
  JsonDuckDBValueConverter,
  StatementType,
} from "@duckdb/node-api";

/** The answer to a question: names, no two alike, and rows, values as JSON has them (decimals and large whole numbers as text). */
export interface Answer {
  columns: string[];
  rows: Json[][];
}

/** The most that an answer may have. */
export interface AnswerBounds {
  rowsMax: number;
  bytesMax: number;
}

/** Puts a question that was checked; throws RangeError where the answer is longer than the bounds. */
export async function readAnswer(
  connection: DuckDBConnection,
  sql: string,
  { rowsMax, bytesMax }: AnswerBounds,
): Promise<Answer> {
  const statements = await connection.extractStatements(sql);
  const last = statements.count - 1;
  for (let at = 0; at < last; at += 1) await (await statements.prepare(at)).run();
  const prepared = await statements.prepare(last);
  // While an answer is streamed there are no times yet that EXPLAIN ANALYZE could show.
  const isPlan = prepared.statementType === StatementType.EXPLAIN;
  const result = await (isPlan ? prepared.run() : prepared.stream());
  const rows: Json[][] = [];
  let bytes = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    for (let at = 0; at < chunk.rowCount; at += 1) {
      const row = rowOf(chunk, at, bytesMax);
      bytes += row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
      rows.push(row);
      if (rows.length > rowsMax) throw tooLong(`${rowsMax} rows`);
      if (bytes > bytesMax) throw tooLong(megabytes(bytesMax));
    }
  }
  return { columns: uniqueNames(result.columnNames()), rows };
}

function rowOf(chunk: DuckDBDataChunk, at: number, bytesMax: number): Json[] {
  try {
    return chunk.convertRowValues(at, JsonDuckDBValueConverter);
  } catch (error) {
    // One text alone is longer than a string may be.
    if (!(error instanceof Error && "code" in error && error.code === "ERR_STRING_TOO_LONG"))
      throw error;
    throw tooLong(megabytes(bytesMax));
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

const tooLong = (bound: string) =>
  new RangeError(
    `the answer has more than ${bound}: summarize it, add a limit, or read the Parquet files`,
  );

/** Bytes of a value, about as many as it has when printed. */
function sizeOf(value: Json): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  return value !== null && typeof value === "object" ? JSON.stringify(value).length : 8;
}

/** Names as DuckDB itself makes them unique: a, a_1, a_2. No new one is a name that another column has. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const used = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 1; used.has(unique) || (n > 1 && taken.has(unique)); n += 1) {
      unique = `${name}_${n}`;
    }
    used.add(unique);
    return unique;
  });
}
