import {
  openThreadPool,
  PoolClosedError,
  ThreadLostError,
  type Turn,
} from "#schemas/thread-pool.ts";
import type { RawDocument } from "../store/documents.ts";
import type { BuiltCompany, PlatformState } from "./built-company.ts";

/** One company to build: its documents, and what the platform and the ticker list say of it. */
export interface BuildTask {
  cik: string;
  documents: RawDocument[];
  /** The filings whose statements as printed are to be read: those that are not stored by this reader. */
  unreadReports: string[];
  /** The packed statements of the others, as stored. */
  readReports: StoredFace[];
  /** What the regulator's ticker list says of the company: the identity of one without submissions. */
  listing: TickerListing[];
  platform: PlatformState;
  inputDigest: string;
  firstFetchedAt: string;
  registrySha256: string;
}

/** The packed statements of a stored report. */
export interface StoredFace {
  accession: string;
  filed: string | null;
  face: Uint8Array;
}

export interface TickerListing {
  ticker: string;
  exchange: string | null;
  name: string;
}

/** The result of a task: the company ready to be stored, or the unreadable documents. */
export type BuildAnswer =
  | { kind: "built"; built: BuiltCompany }
  | { kind: "rejected"; documents: { digest: string; reason: string }[] };

/** Messages from the build thread; `Answer` has a `kind` of its own. */
export type FromWorker<Answer = BuildAnswer> =
  /** It needs the bytes of this document and starts on it. */
  | { kind: "body"; digest: string }
  /** It has read all documents, knows the company's name, and needs its slug to build. */
  | { kind: "slug"; name: string }
  | { kind: "failed"; message: string }
  | { kind: "answer"; answer: Answer };

/** Messages to the build thread. */
export type ToWorker<Task = BuildTask> =
  | { kind: "task"; task: Task }
  | { kind: "answer"; answer: Uint8Array | string };

/** What a task asks for while it is built. */
export interface BuildNeeds {
  /** The unpacked bytes of an archived document. */
  bodyOf(digest: string): Promise<Uint8Array>;
  /** The slug for the company's name. */
  slugOf(name: string): Promise<string>;
}

/** A task ended its thread, ran out of time or memory, or threw. `digest` is the document it was reading, null for the build itself. */
export class BuildFailedError extends Error {
  override name = "BuildFailedError";
  readonly digest: string | null;
  /** The thread ran out of memory: the same documents would do it again. */
  readonly isOutOfMemory: boolean;
  constructor(message: string, digest: string | null, { isOutOfMemory = false } = {}) {
    super(message);
    this.digest = digest;
    this.isOutOfMemory = isOutOfMemory;
  }
}

/** The threads were closed before the task finished. The task is not at fault. */
export class BuildStoppedError extends Error {
  override name = "BuildStoppedError";
  constructor() {
    super("stopped before the company was built");
  }
}

export interface BuildPool<Task = BuildTask, Answer = BuildAnswer> {
  /** Builds one company. Throws BuildFailedError, BuildStoppedError, or what a need threw. */
  run(task: Task, needs: BuildNeeds): Promise<Answer>;
  close(): Promise<void>;
}

export interface BuildPoolOptions {
  size?: number;
  taskTimeoutMs?: number;
  memoryMbMax?: number;
  /** The module that runs in the thread. */
  entry?: URL;
  /** Data for each thread, passed once at its start. */
  given?: unknown;
}

/** Threads that parse and build companies, one at a time each. */
export function openBuildPool<Task = BuildTask, Answer = BuildAnswer>(
  options: BuildPoolOptions = {},
): BuildPool<Task, Answer> {
  const pool = openThreadPool({
    size: options.size ?? 1,
    taskTimeoutMs: options.taskTimeoutMs ?? 60_000,
    memoryMbMax: options.memoryMbMax ?? 512,
    entry: options.entry ?? new URL("./build-worker.ts", import.meta.url),
    workerData: options.given,
  });
  return {
    async run(task, needs) {
      let reading: string | null = null;
      let hasStarted = false;
      try {
        const sent = { kind: "task", task } satisfies ToWorker<Task>;
        return await pool.run<FromWorker<Answer>, Answer>(sent, (message, turn) => {
          hasStarted = true;
          if (message.kind === "body") reading = message.digest;
          if (message.kind === "slug") reading = null;
          take(message, turn, needs, reading);
        });
      } catch (error) {
        throw blame(error, hasStarted, reading);
      }
    },
    close: () => pool.close(),
  };
}

/** Answers what the thread needs, or ends the task. */
function take<Answer>(
  message: FromWorker<Answer>,
  turn: Turn<Answer>,
  needs: BuildNeeds,
  reading: string | null,
): void {
  if (message.kind === "answer") turn.resolve(message.answer);
  else if (message.kind === "failed") turn.reject(new BuildFailedError(message.message, reading));
  else {
    const need =
      message.kind === "body" ? needs.bodyOf(message.digest) : needs.slugOf(message.name);
    need.then(
      (answer: Uint8Array | string) =>
        turn.post({ kind: "answer", answer } satisfies ToWorker, movable(answer)),
      // The thread still waits for an answer that will not come.
      (error: Error) => turn.reject(error, { isLost: true }),
    );
  }
}

/** Converts an error of the pool for the task's caller; other errors are returned unchanged. */
function blame(error: unknown, hasStarted: boolean, reading: string | null): unknown {
  if (error instanceof PoolClosedError) return new BuildStoppedError();
  if (!(error instanceof ThreadLostError)) return error;
  const { message, isOutOfMemory } = error;
  // A thread that never started on the task is not the task's fault.
  if (!hasStarted) return new Error(`the build thread cannot start: ${message}`);
  return new BuildFailedError(message, reading, { isOutOfMemory });
}

/** A body that owns its whole buffer is transferred to the thread instead of copied. */
function movable(answer: Uint8Array | string): ArrayBuffer[] {
  const isMovable = typeof answer !== "string" && answer.byteLength === answer.buffer.byteLength;
  return isMovable ? [answer.buffer as ArrayBuffer] : [];
}
