import type { Writable } from "node:stream";
import { SingleBar } from "cli-progress";

/** Progress of long work: a bar on a terminal, otherwise a line from time to time. */
export interface Progress {
  /** One more is done; `note` says which, or what was wrong with it. */
  step(note: string): void;
  stop(): void;
}

export interface ProgressOptions {
  /** What is being done, for example "Ingesting companies". */
  label: string;
  total: number;
  stream?: Writable & { isTTY?: boolean };
  /** False where the stream has a log at this level: then there is no bar, also on a terminal. */
  bar?: boolean;
  /** Takes the lines where there is no bar; default: the stream. */
  say?: (line: string) => void;
}

/** Starts showing progress on standard error, so that standard output stays for results. */
export function startProgress({
  label,
  total,
  stream = process.stderr,
  bar = true,
  say = (line) => stream.write(`${line}\n`),
}: ProgressOptions): Progress {
  return bar && stream.isTTY ? startBar(label, total, stream) : startLines(label, total, say);
}

function startBar(label: string, total: number, stream: Writable): Progress {
  const bar = new SingleBar({
    format: `${label} {bar} {value}/{total} {left} {note}`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    stream: stream as NodeJS.WritableStream,
    hideCursor: true,
    clearOnComplete: false,
    forceRedraw: true,
  });
  const clock = startClock(total);
  bar.start(total, 0, { note: "", left: "" });
  return {
    step: (note) =>
      bar.increment(1, { note: note.slice(0, 40).padEnd(40), left: clock.step() ?? "" }),
    stop() {
      bar.update({ note: "".padEnd(40), left: "" });
      bar.stop();
    },
  };
}

/** A remaining time below this is not shown. */
const worthSayingMs = 60_000;

/** Counts steps and estimates the time for the rest, each taken to last as long as those done; null for a short one. */
function startClock(total: number): { step(): string | null } {
  const startedAt = performance.now();
  let done = 0;
  return {
    step() {
      done += 1;
      return timeLeft((performance.now() - startedAt) / done, total - done);
    },
  };
}

/** "about 12 min left"; null where it is under a minute. */
export function timeLeft(msPerStep: number, steps: number): string | null {
  const ms = msPerStep * steps;
  if (ms < worthSayingMs) return null;
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}

/** At most twenty lines and the last one, whatever the total. */
function startLines(label: string, total: number, say: (line: string) => void): Progress {
  const every = Math.max(1, Math.ceil(total / 20));
  const clock = startClock(total);
  let done = 0;
  return {
    step(note) {
      done += 1;
      const left = clock.step();
      if (done % every === 0 || done === total) {
        say(`${label}: ${done} of ${total} (${note})${left === null ? "" : `, ${left}`}`);
      }
    },
    stop() {},
  };
}
