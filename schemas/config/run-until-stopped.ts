import { rejectArguments } from "./reject-arguments.ts";
import { stopOnSignals } from "./stop-on-signals.ts";

/** A program that serves until it is stopped. */
export interface Service {
  stop(): Promise<void>;
}

export interface Program {
  /** As it is called: `npm start`. */
  command: string;
  does: string;
  /** Imports the modules that make it up, which takes long. */
  load(): Promise<{ start(): Promise<Service> }>;
}

/**
 * Runs a program without arguments until a signal stops it (exit code 0, see `stopOnSignals`). Signals count from this
 * call on: until the modules are loaded nothing is open, and the process ends at once; after that a start is finished
 * first. A failed start ends the process with 1 and one sentence on standard error.
 */
export async function runUntilStopped({ command, does, load }: Program): Promise<void> {
  rejectArguments(command, does);
  let service: Promise<Service | null> = Promise.resolve(null);
  const isStopping = stopOnSignals(async () => (await service)?.stop(), process.env);
  try {
    const { start } = await load();
    if (isStopping()) return;
    // A signal also ends the process that creates the database. A start that fails because of it counts as stopped.
    service = start().catch((error: unknown) => {
      if (!isStopping()) throw error;
      return null;
    });
    await service;
  } catch (error) {
    const { startFailure } = await import("./start-fault.ts");
    process.stderr.write(`${startFailure(error)}\n`);
    process.exit(1);
  }
}
