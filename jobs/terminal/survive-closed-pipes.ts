/**
 * Ignores a closed output pipe (`| head`): further output is dropped, and the work ends normally with the database
 * closed.
 */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
