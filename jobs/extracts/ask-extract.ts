import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { QuestionError } from "#ingest/extracts/check-question.ts";
import { sweepSpillFolders } from "#ingest/extracts/query-extract.ts";
import type { Answer } from "#ingest/extracts/read-answer.ts";

export interface Question {
  /** Folder of the extract to query. */
  folder: string;
  sql: string;
  secondsMax: number;
}

/** The last message of a query process. */
export type QueryMessage =
  | { kind: "answer"; answer: Answer }
  | { kind: "refused" | "failed"; reason: string };

/**
 * Runs a query on the extract in a separate process, as `queryExtract` does, because DuckDB cannot be interrupted
 * inside a function but a process can. Throws QuestionError for an invalid or forbidden query, and an Error with the
 * reason when the query fails, exceeds its time or 3 GB of memory, or is aborted by the signal.
 */
export async function askExtract(question: Question, signal: AbortSignal): Promise<Answer> {
  const child = fork(program, [JSON.stringify(question)], {
    serialization: "advanced",
    execArgv: [],
  });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  try {
    const message = await new Promise<QueryMessage | null>((resolve, reject) => {
      let last: QueryMessage | null = null;
      child.on("message", (said) => {
        last = said as QueryMessage;
      });
      child.once("error", reject);
      child.once("close", () => resolve(last));
    });
    if (signal.aborted) throw new Error("stopped");
    if (message === null) throw new Error("the process of the question ended before it was done");
    if (message.kind === "answer") return message.answer;
    throw message.kind === "refused"
      ? new QuestionError(message.reason)
      : new Error(message.reason);
  } finally {
    signal.removeEventListener("abort", kill);
    await sweepSpillFolders();
  }
}

const program = fileURLToPath(new URL("./query-program.ts", import.meta.url));
