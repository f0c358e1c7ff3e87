import { QuestionError } from "#ingest/extracts/check-question.ts";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import type { QueryMessage, Question } from "./ask-extract.ts";

/** More than DuckDB's own limit plus the largest answer, because single values do not count against DuckDB's limit. */
const memoryMax = 3 * 2 ** 30;

/** The process of one query. Its first message is the query, its last one the answer. */
async function answer({ folder, sql, secondsMax, ...asked }: Question): Promise<void> {
  setTimeout(
    () =>
      giveUp(`there was no answer within ${secondsMax} seconds: narrow the question, or --timeout`),
    secondsMax * 1000,
  );
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryMax)
      giveUp("the question takes more than 3 GB of memory");
  }, 200);
  await tell(await answerTo(folder, sql, asked));
  end();
}

type AskedFor = Omit<Question, "folder" | "sql" | "secondsMax">;

async function answerTo(folder: string, sql: string, asked: AskedFor): Promise<QueryMessage> {
  try {
    return { kind: "answer", answer: await queryExtract(folder, sql, asked) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: error instanceof QuestionError ? "refused" : "failed", reason };
  }
}

function giveUp(reason: string): void {
  void tell({ kind: "failed", reason }).then(end);
}

/** Ends at once: an ordinary exit would wait for DuckDB. */
const end = () => process.kill(process.pid, "SIGKILL");

const tell = (message: QueryMessage) =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, resolve));

// The parent process decides when to stop; without it nobody reads the answer.
process.on("SIGINT", () => {});
process.once("disconnect", end);
process.once("message", (question) => void answer(question as Question));
