import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { QuestionError } from "#ingest/extracts/check-question.ts";
import type { Answer } from "#ingest/extracts/read-answer.ts";
import { sweepSpillFolders } from "#ingest/extracts/spill-folders.ts";
import { programOptions } from "#schemas/config/program-options.ts";

export { QuestionError };

export interface Question {
  /** Folder of the extract to query. */
  folder: string;
  sql: string;
  secondsMax: number;
  /** The Parquet file to write the answer to, instead of giving its rows. */
  parquet?: string;
  /** Less than usual. */
  rowsMax?: number;
  bytesMax?: number;
}

/** The last message of a query process. */
export type QueryMessage =
  | { kind: "answer"; answer: Answer }
  | { kind: "refused" | "failed"; reason: string };

/** A process that waits for one question. */
export interface Questioner {
  /**
   * Throws QuestionError for an invalid or forbidden query, and an Error with the reason when the query fails, exceeds
   * its time or 3 GB of memory, or is aborted by the signal.
   */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  /** Ends the process if nothing was asked. */
  close(): void;
}

/**
 * Starts a process for one query, because DuckDB cannot be interrupted inside a function but a process can. It loads
 * while its caller finds out what to ask.
 */
export function startQuestioner(): Questioner {
  const child = fork(program, [], {
    serialization: "advanced",
    execArgv: programOptions,
  });
  const ended = new Promise<QueryMessage | null>((resolve, reject) => {
    let last: QueryMessage | null = null;
    child.on("message", (said) => {
      last = said as QueryMessage;
    });
    child.once("error", reject);
    child.once("close", () => resolve(last));
  });
  ended.catch(() => {});
  const kill = () => child.kill("SIGKILL");
  return {
    async ask(question, signal) {
      signal.addEventListener("abort", kill);
      try {
        child.send(question, () => {});
        const message = await ended;
        if (signal.aborted) throw new Error("stopped");
        return answerIn(message);
      } finally {
        signal.removeEventListener("abort", kill);
        await sweepSpillFolders();
      }
    },
    close: () => void kill(),
  };
}

/** Asks one question, see `Questioner`. */
export const askExtract = (question: Question, signal: AbortSignal): Promise<Answer> =>
  startQuestioner().ask(question, signal);

function answerIn(message: QueryMessage | null): Answer {
  if (message === null) throw new Error("the process of the question ended before it was done");
  if (message.kind === "answer") return message.answer;
  throw message.kind === "refused" ? new QuestionError(message.reason) : new Error(message.reason);
}

const program = fileURLToPath(new URL("./query-program.ts", import.meta.url));
