import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { openDatabase } from "#schemas/database/db.ts";
import { dumpDatabase } from "../dump.ts";
import { programEnv, shortRun } from "../program-env.ts";

const script = join(import.meta.dirname, "../../jobs/crashes/crash-start.ts");

export interface CrashRun {
  /** Exit code, or the signal that ended the process. */
  ended: number | string;
  output: string;
}

/** Starts the whole product over the bundled sample in a process of its own. */
export function spawnStart(
  dataDir: string,
  env: Record<string, string> = {},
): { child: ChildProcess; done: Promise<CrashRun> } {
  const child = spawn(process.execPath, [...shortRun, script], {
    env: {
      ...programEnv,
      DATA_DIR: dataDir,
      PORT: "0",
      COMPANIES: "GOOGL,JPM",
      LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const done = new Promise<CrashRun>((resolve) => {
    child.once("close", (code, signal) => resolve({ ended: signal ?? code ?? -1, output }));
  });
  return { child, done };
}

/** The data of a folder whose process is gone, with times masked. */
export async function dumpFolder(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    return await dumpDatabase(database.pool, { maskTimes: true });
  } finally {
    await database.close();
  }
}
