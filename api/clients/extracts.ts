import { fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#schemas/config/config.ts";
import { programOptions } from "#schemas/config/program-options.ts";

/** An answer to a question in SQL. */
export interface ExtractAnswer {
  columns: string[];
  rows: unknown[][];
}

/** The newest extract of this service, to be asked in SQL. */
export interface Extracts {
  /**
   * Runs one SQL query, which can read the extract and nothing else. Null without an extract. Throws ExtractRefusal, which
   * says why, for a query that is no question, has an error or exceeds a bound.
   */
  ask(sql: string, bounds: ExtractBounds): Promise<ExtractAnswer | null>;
}

export interface ExtractBounds {
  secondsMax: number;
  rowsMax: number;
  bytesMax: number;
}

/** What was asked cannot be answered; the sentence says why. */
export class ExtractRefusal extends Error {
  override name = "ExtractRefusal";
}

export const noExtracts: Extracts = { ask: async () => null };

/** Queries that run at the same time. Each has its own process, which ends itself above 3 GB. */
const askedMax = 2;

/**
 * Opens the extracts that the job writes: in a folder, those for a bucket below DATA_DIR. `program` is the file of the
 * process that answers one question: one cannot be interrupted inside DuckDB, but a process can.
 */
export function openExtracts(
  program: string,
  { dataDir, extractUrl }: Pick<Config, "dataDir" | "extractUrl">,
): Extracts {
  const out = extractUrl.startsWith("s3://") ? join(dataDir, "extracts") : extractUrl;
  let asked = 0;
  return {
    async ask(sql, bounds) {
      const name = await newestIn(out);
      if (name === null) return null;
      if (asked >= askedMax) throw new ExtractRefusal("too many questions are asked at once");
      asked += 1;
      try {
        return await askProgram(program, { folder: join(out, name), sql, ...bounds });
      } finally {
        asked -= 1;
      }
    },
  };
}

/** The folder that the manifest names; null without one. */
async function newestIn(out: string): Promise<string | null> {
  const text = await readFile(join(out, "manifest.json"), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as { folder: string }).folder;
}

type Said = { kind: "answer"; answer: ExtractAnswer } | { kind: string; reason: string };

async function askProgram(
  program: string,
  question: ExtractBounds & { folder: string; sql: string },
): Promise<ExtractAnswer> {
  const child = fork(program, [], { serialization: "advanced", execArgv: programOptions });
  const said = await new Promise<Said | null>((resolve, reject) => {
    let last: Said | null = null;
    child.on("message", (message) => {
      last = message as Said;
    });
    child.once("error", reject);
    child.once("close", () => resolve(last));
    child.send(question, () => {});
  });
  if (said === null) throw new ExtractRefusal("the question ended without an answer");
  if ("answer" in said) return said.answer;
  throw new ExtractRefusal(said.reason);
}
