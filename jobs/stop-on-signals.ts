const forcedExitCode = 130;

/** npm passes on what the terminal has sent already: two signals so close together are one press of Ctrl-C. */
const onePressMs = 500;

/**
 * Ctrl-C and SIGTERM stop the process cleanly; a second one ends it at once, which loses nothing either.
 * Returns whether a signal has come: what fails from then on fails because of it.
 */
export function stopOnSignals(stop: () => Promise<void>): () => boolean {
  let isStopping = false;
  let isPressOver = false;
  const onSignal = () => {
    if (isPressOver) process.exit(forcedExitCode);
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      isPressOver = true;
    }, onePressMs).unref();
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
  return () => isStopping;
}
