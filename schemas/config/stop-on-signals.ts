import { whenNpmEnds } from "./npm-parent.ts";

const forcedExitCode = 130;

/** npm passes on what the terminal has sent already: two signals so close together are one press of Ctrl-C. */
const onePressMs = 500;

/** A request or job that hangs keeps no process alive longer than this. */
const stopMsMax = 20_000;

const stops = new AbortController();
/** Aborted once `stopOnSignals` has stopped the process: long work that has not begun yet need not begin. */
export const stopping = stops.signal;

/**
 * Ctrl-C and SIGTERM stop the process cleanly; a second one, or 20 seconds after the first, ends it at once, which
 * loses nothing either. Under npm (`env` says so) the end of npm does the same as a signal: a TERM to npm ends npm and
 * its shell, and never arrives here. Returns whether it is stopping: what fails from then on fails because of it.
 */
export function stopOnSignals(
  stop: () => Promise<void>,
  env: Record<string, string | undefined>,
): () => boolean {
  let isStopping = false;
  let isPressOver = false;
  const onSignal = () => {
    if (isPressOver) process.exit(forcedExitCode);
    if (isStopping) return;
    isStopping = true;
    stops.abort();
    setTimeout(() => {
      isPressOver = true;
    }, onePressMs).unref();
    setTimeout(() => {
      process.stderr.write("something still hangs after 20 s: ending at once\n");
      process.exit(forcedExitCode);
    }, stopMsMax).unref();
    process.stderr.write("\nstopping; press Ctrl-C again to stop now\n");
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`could not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  whenNpmEnds(env, onSignal);
  return () => isStopping;
}
