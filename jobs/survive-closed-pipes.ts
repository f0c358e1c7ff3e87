/**
 * A reader that has seen enough (`| head`) is no fault: what is still said goes nowhere, and the work ends
 * as it would have, with the database closed.
 */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}
