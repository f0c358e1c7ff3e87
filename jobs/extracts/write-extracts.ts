import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Queryable } from "#ingest/store/transaction.ts";
import type { Config } from "#schemas/config/config.ts";
import type { PriceSettings } from "#schemas/config/price-settings.ts";
import { programOptions } from "#schemas/config/program-options.ts";
import { answerQueries } from "./remote-store.ts";

/** Where extracts are written, and where a copy goes: an s3:// address, or null for nowhere. */
export interface ExtractTarget {
  out: string;
  bucket: string | null;
}

/** The task of the job's process, and the place of the archived documents. */
export interface ExtractTask extends ExtractTarget {
  archiveUrl: string;
  /** Null without PRICES_URL. */
  prices: PriceSettings | null;
}

/** The last message of the job's process. */
export type ExtractMessage =
  | { kind: "done"; result: ExtractResult }
  | { kind: "failed"; reason: string };

export interface ExtractResult {
  outcome: "written" | "unchanged" | "interrupted";
  companies: number;
  /** Companies whose rows were written again. */
  companiesRead: number;
  /** Whether a new extract was copied to a bucket. */
  isSent: boolean;
}

/** The target of a URL. An extract for a bucket is first written below DATA_DIR. */
export function extractTask(url: string, dataDir: string): ExtractTarget {
  if (!url.startsWith("s3://")) return { out: url, bucket: null };
  return { out: join(dataDir, "extracts"), bucket: url };
}

/**
 * The job: writes the extract of everything to EXTRACT_URL, unless nothing has changed or the signal aborts it. It runs
 * in a separate process with low CPU priority, so that its memory is returned and the API stays responsive.
 */
export async function writeExtracts(
  settings: Pick<Config, "dataDir" | "extractUrl" | "archiveUrl" | "prices">,
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
  const { dataDir, extractUrl, archiveUrl, prices } = settings;
  const task: ExtractTask = { ...extractTask(extractUrl, dataDir), archiveUrl, prices };
  const child = fork(program, [JSON.stringify(task)], {
    serialization: "advanced",
    execArgv: ["--max-semi-space-size=16", ...programOptions],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  answerQueries(child, db);
  // The next run removes unfinished files.
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

/** The last message; null when the process ended without one. */
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
