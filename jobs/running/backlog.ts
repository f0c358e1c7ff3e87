import { companyText } from "#schemas/company-key.ts";
import { type Progress, type ProgressOptions, startProgress } from "../terminal/progress.ts";
import type { Pending } from "./pending.ts";
import type { FinishedRun, JobQueue } from "./queue.ts";

/** The companies that still have work at start, with their progress. */
export interface Backlog {
  /** Resolves when each of them was tried, in this process or another. */
  done: Promise<void>;
  begin(pending: Pick<Pending, "ingest" | "rebuild">, queue: Pick<JobQueue, "unfinished">): void;
  onRun(run: FinishedRun): void;
  stop(): void;
}

const checkMs = 2_000;
/** The subject of a job that concerns all companies. */
const allCompanies = "all";

/** `shown` says where progress goes: a stream has either a bar and sentences or a log, never both. */
export function createBacklog(shown: Pick<ProgressOptions, "bar" | "say">): Backlog {
  const waiting = new Set<string>();
  /** Companies that wait for `precompute` to open the gate. */
  const gated = new Set<string>();
  let progress: Progress | null = null;
  let timer: NodeJS.Timeout | undefined;
  let markDone: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    markDone = resolve;
  });

  function tick(cik: string, note: string): void {
    if (!waiting.delete(cik)) return;
    progress?.step(`${companyText(cik)} ${note}`);
    if (waiting.size === 0) end();
  }
  function end(): void {
    clearInterval(timer);
    progress?.stop();
    progress = null;
    markDone();
  }

  return {
    done,
    begin({ ingest, rebuild }, queue) {
      for (const cik of [...ingest, ...rebuild]) waiting.add(cik);
      for (const cik of rebuild) gated.add(cik);
      if (waiting.size === 0) {
        end();
        return;
      }
      progress = startProgress({ label: "Ingesting companies", total: waiting.size, ...shown });
      // Work of other processes is noticed only by polling.
      timer = setInterval(() => {
        queue.unfinished(["ingest-company", "rebuild-company", "precompute"]).then(
          (left) => {
            const isDeciding = left.has(allCompanies);
            for (const cik of waiting) {
              if (!left.has(cik) && !(isDeciding && gated.has(cik))) tick(cik, "done elsewhere");
            }
          },
          () => {},
        );
      }, checkMs).unref();
    },
    onRun(run) {
      tick(run.subject, noteOf(run));
      if (run.name !== "precompute" || run.state !== "failed") return;
      for (const cik of gated) tick(cik, "kept as it is");
    },
    stop() {
      clearInterval(timer);
      progress?.stop();
      progress = null;
    },
  };
}

function noteOf({ state, result, error }: FinishedRun): string {
  if (state === "failed") return `failed: ${error}`;
  if (state === "deferred") return `put off until ${result?.deferredUntil}`;
  if (result?.kind === "gated") return "kept as it is";
  if (result?.kind === "set_aside") return `set aside: ${result.reason}`;
  const counts = result?.counts as { periods?: number } | undefined;
  if (counts?.periods === 0) return "stored, without figures";
  return String(result?.kind ?? state);
}
