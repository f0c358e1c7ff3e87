import { Worker } from "node:worker_threads";
import type { BuiltCompany, PlatformState } from "./built-company.ts";
import type { RawDocument } from "./store/documents.ts";

/** One company to build: its documents, and what the platform and the ticker list say of it. */
export interface BuildUnit {
  cik: string;
  documents: RawDocument[];
  /** What the regulator's ticker list says of the company: the identity of one without submissions. */
  listing: TickerListing[];
  platform: PlatformState;
  inputDigest: string;
  firstFetchedAt: string;
  registrySha256: string;
}

export interface TickerListing {
  ticker: string;
  exchange: string | null;
  name: string;
}

/** What came of a unit: the company made ready to be written, or the documents that nothing can read. */
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
export type ToWorker<Unit = BuildUnit> =
  | { kind: "unit"; unit: Unit }
  | { kind: "answer"; answer: Uint8Array | string };

/** What a unit asks for while it is built. */
export interface BuildNeeds {
  /** The unpacked bytes of an archived document. */
  bodyOf(digest: string): Promise<Uint8Array>;
  /** The slug for the company's name. */
  slugOf(name: string): Promise<string>;
}

/** A unit ended its thread, ran out of time or memory, or threw. `digest` is the document it was reading, null for the build itself. */
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

/** The threads were closed before the unit was done: nobody's fault, and nothing is known of the unit. */
export class BuildStoppedError extends Error {
  override name = "BuildStoppedError";
  constructor() {
    super("stopped before the company was built");
  }
}

export interface BuildPool<Unit = BuildUnit, Answer = BuildAnswer> {
  /** Builds one company. Throws BuildFailedError, BuildStoppedError, or what a need threw. */
  run(unit: Unit, needs: BuildNeeds): Promise<Answer>;
  close(): Promise<void>;
}

export interface BuildPoolOptions {
  size?: number;
  unitTimeoutMs?: number;
  memoryMbMax?: number;
  /** The module that runs in the thread. */
  entry?: URL;
  /** What each thread is given once, when it starts. */
  given?: unknown;
}

interface Waiting<Unit, Answer> {
  unit: Unit;
  needs: BuildNeeds;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/**
 * Threads that parse and build, so that this one stays responsive. A unit that exceeds its time or
 * memory loses its thread and nothing else; the next unit gets a new one.
 */
export function openBuildPool<Unit = BuildUnit, Answer = BuildAnswer>(
  options: BuildPoolOptions = {},
): BuildPool<Unit, Answer> {
  const settings = {
    size: options.size ?? 1,
    unitTimeoutMs: options.unitTimeoutMs ?? 60_000,
    memoryMbMax: options.memoryMbMax ?? 512,
    entry: options.entry ?? new URL("./build-worker.ts", import.meta.url),
    given: options.given,
  };
  const waiting: Waiting<Unit, Answer>[] = [];
  const idle: Worker[] = [];
  const threads = new Set<Worker>();
  let busy = 0;
  let isClosed = false;

  function next(): void {
    if (busy >= settings.size) return;
    const task = waiting.shift();
    if (!task) return;
    busy += 1;
    const worker = takeIdle(idle, threads) ?? startThread(settings, threads);
    const bounds = { unitTimeoutMs: settings.unitTimeoutMs, isClosed: () => isClosed };
    void runUnit(worker, task, bounds).then((isAlive) => {
      if (isAlive) idle.push(worker);
      else void worker.terminate();
      busy -= 1;
      next();
    });
  }

  return {
    run: (unit, needs) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new BuildStoppedError());
        waiting.push({ unit, needs, resolve, reject });
        next();
      }),
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) {
        task.reject(new BuildStoppedError());
      }
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

function startThread(
  settings: { entry: URL; memoryMbMax: number; given: unknown },
  threads: Set<Worker>,
): Worker {
  const worker = new Worker(settings.entry, {
    resourceLimits: { maxOldGenerationSizeMb: settings.memoryMbMax },
    workerData: settings.given,
  });
  threads.add(worker);
  worker.once("exit", () => threads.delete(worker));
  // Whoever waits for a unit hears of the error; without one nobody needs to.
  worker.on("error", () => {});
  // A waiting thread must not keep the process alive.
  worker.unref();
  return worker;
}

/** An idle thread that still lives, or undefined. */
function takeIdle(idle: Worker[], threads: ReadonlySet<Worker>): Worker | undefined {
  let worker = idle.pop();
  while (worker && !threads.has(worker)) worker = idle.pop();
  return worker;
}

/** Resolves when the unit is settled: true while the thread can take another one. */
function runUnit<Unit, Answer>(
  worker: Worker,
  task: Waiting<Unit, Answer>,
  { unitTimeoutMs, isClosed }: { unitTimeoutMs: number; isClosed: () => boolean },
): Promise<boolean> {
  return new Promise((done) => {
    let reading: string | null = null;
    let hasStarted = false;
    let lastError: NodeJS.ErrnoException | null = null;
    const timer = setTimeout(
      () => fail(`took longer than ${Math.round(unitTimeoutMs / 1000)} s`),
      unitTimeoutMs,
    );

    function settle(isAlive: boolean): void {
      clearTimeout(timer);
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      worker.unref();
      done(isAlive);
    }
    function fail(reason: string, isAlive = false): void {
      settle(isAlive);
      if (isClosed()) task.reject(new BuildStoppedError());
      else if (hasStarted) {
        const isOutOfMemory = lastError?.code === "ERR_WORKER_OUT_OF_MEMORY";
        task.reject(new BuildFailedError(reason, reading, { isOutOfMemory }));
      }
      // The unit is not to blame for a thread that never began on it.
      else task.reject(new Error(`the build thread cannot start: ${reason}`));
    }
    // An error overtakes the messages sent before it; when the thread exits, all have arrived.
    const onError = (error: Error) => {
      lastError = error;
    };
    const onExit = (code: number) =>
      fail(lastError?.message ?? `ended its thread with code ${code}`);
    function give(need: Promise<Uint8Array | string>): void {
      need.then(
        (answer) => answerTo(worker, answer),
        (error: Error) => {
          // The thread still waits for an answer that will not come.
          settle(false);
          task.reject(error);
        },
      );
    }
    function onMessage(message: FromWorker<Answer>): void {
      hasStarted = true;
      if (message.kind === "body") {
        reading = message.digest;
        give(task.needs.bodyOf(message.digest));
      } else if (message.kind === "slug") {
        reading = null;
        give(task.needs.slugOf(message.name));
      } else if (message.kind === "failed") {
        fail(message.message, true);
      } else {
        settle(true);
        task.resolve(message.answer);
      }
    }

    worker.ref();
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    worker.postMessage({ kind: "unit", unit: task.unit } satisfies ToWorker<Unit>);
  });
}

/** Memory that a body owns alone is moved to the thread instead of copied. */
function answerTo(worker: Worker, answer: Uint8Array | string): void {
  const message: ToWorker = { kind: "answer", answer };
  const isMovable = typeof answer !== "string" && answer.byteLength === answer.buffer.byteLength;
  worker.postMessage(message, isMovable ? [answer.buffer as ArrayBuffer] : []);
}
