import type { Writable } from "node:stream";
import { SingleBar } from "cli-progress";

/** Shows how far a long piece of work is: a bar on a terminal, a line now and then elsewhere. */
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
}

/** Starts showing progress on standard error, so that standard output stays for results. */
export function startProgress({
  label,
  total,
  stream = process.stderr,
}: ProgressOptions): Progress {
  return stream.isTTY ? startBar(label, total, stream) : startLines(label, total, stream);
}

function startBar(label: string, total: number, stream: Writable): Progress {
  const bar = new SingleBar({
    format: `${label} {bar} {value}/{total} {note}`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    stream: stream as NodeJS.WritableStream,
    hideCursor: true,
    clearOnComplete: false,
    forceRedraw: true,
  });
  bar.start(total, 0, { note: "" });
  return {
    step: (note) => bar.increment(1, { note: note.slice(0, 40).padEnd(40) }),
    stop() {
      bar.update({ note: "".padEnd(40) });
      bar.stop();
    },
  };
}

/** At most twenty lines and the last one, whatever the total. */
function startLines(label: string, total: number, stream: Writable): Progress {
  const every = Math.max(1, Math.ceil(total / 20));
  let done = 0;
  return {
    step(note) {
      done += 1;
      if (done % every === 0 || done === total) {
        stream.write(`${label}: ${done} of ${total} (${note})\n`);
      }
    },
    stop() {},
  };
}
