import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { QuestionError } from "#ingest/extracts/check-question.ts";
import { sweepSpillFolders } from "#ingest/extracts/query-extract.ts";
import type { Answer } from "#ingest/extracts/read-answer.ts";

export interface Question {
  /** Folder of the extract that is asked. */
  folder: string;
  sql: string;
  secondsMax: number;
}

/** What the process of a question says at its end. */
export type QueryMessage =
  | { kind: "answer"; answer: Answer }
  | { kind: "refused" | "failed"; reason: string };

/**
 * Asks the extract in a process of its own, as `queryExtract` does: DuckDB cannot be interrupted within a function,
 * a process can. Throws QuestionError for what is no question or not allowed, and an Error with the reason where there
 * is no answer, not one within the time and 3 GB of memory, or not one before the signal.
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
