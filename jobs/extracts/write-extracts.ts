import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Queryable } from "#ingest/store/transaction.ts";
import type { Config } from "#schemas/config.ts";
import { answerQueries } from "./remote-store.ts";

/** Where extracts are written, and where a copy goes: an s3:// address, or null for nowhere. */
export interface ExtractTarget {
  out: string;
  bucket: string | null;
}

/** What the process of the job is to do, and where it finds the archived documents. */
export interface ExtractTask extends ExtractTarget {
  archiveUrl: string;
}

/** What the process of the job says at its end. */
export type ExtractMessage =
  | { kind: "done"; result: ExtractResult }
  | { kind: "failed"; reason: string };

export interface ExtractResult {
  outcome: "written" | "unchanged" | "interrupted";
  companies: number;
  /** Companies whose rows were made anew. */
  companiesRead: number;
  /** Whether a bucket got an extract that it did not have. */
  isSent: boolean;
}

/** Extracts are written to a folder; what goes to a bucket is written below DATA_DIR first. */
export function extractTask(url: string, dataDir: string): ExtractTarget {
  if (!url.startsWith("s3://")) return { out: url, bucket: null };
  return { out: join(dataDir, "extracts"), bucket: url };
}

/**
 * The job: the extract of everything at EXTRACT_URL, unless nothing has changed or the signal ends it. It runs in a
 * process of its own with little claim to the CPU: its memory is given back, and the API goes on answering beside it.
 */
export async function writeExtracts(
  { dataDir, extractUrl, archiveUrl }: Pick<Config, "dataDir" | "extractUrl" | "archiveUrl">,
  db: Queryable,
  signal: AbortSignal,
): Promise<ExtractResult & Record<string, unknown>> {
  const interrupted = {
    outcome: "interrupted",
    companies: 0,
    companiesRead: 0,
    isSent: false,
  } as const;
  if (signal.aborted) return interrupted;
  const task: ExtractTask = { ...extractTask(extractUrl, dataDir), archiveUrl };
  const child = fork(program, [JSON.stringify(task)], {
    serialization: "advanced",
    execArgv: ["--max-semi-space-size=16"],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  answerQueries(child, db);
  // Whatever it leaves, the next one removes.
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  try {
    const message = await lastMessage(child);
    if (signal.aborted) return interrupted;
    if (message === null) throw new Error("the process of the extract ended before it was done");
    if (message.kind === "failed") throw new Error(message.reason);
    return { ...message.result };
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

const program = fileURLToPath(new URL("./extract-program.ts", import.meta.url));

/** Null when the process ended without one. */
function lastMessage(child: ChildProcess): Promise<ExtractMessage | null> {
  return new Promise((resolve, reject) => {
    let last: ExtractMessage | null = null;
    child.on("message", (message: { kind: string }) => {
      if (message.kind === "done" || message.kind === "failed") last = message as ExtractMessage;
    });
    child.once("error", reject);
    child.once("exit", () => resolve(last));
  });
}
