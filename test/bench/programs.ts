import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A program of this folder in a process of its own, which answers questions. */
export interface Program {
  pid: number;
  /** Sends a message and resolves with the next one that comes back. */
  ask<T>(message: unknown): Promise<T>;
  /** The first message of the program, sent when it is ready (or done). */
  first: Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts `test/bench/programs/<file>` with these settings and nothing else of our environment but PATH. */
export function startProgram(file: string, settings: Record<string, string>): Program {
  const child = fork(join(import.meta.dirname, "programs", file), [], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const first = nextMessage(child, file);
  first.catch(() => {});
  return {
    pid: child.pid ?? 0,
    first,
    ask(message) {
      const answer = nextMessage(child, file);
      child.send(message as object);
      return answer as Promise<never>;
    },
    stop: () => stopChild(child),
  };
}

function nextMessage(child: ChildProcess, file: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${file} ended with code ${code}`));
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message);
    });
    child.once("exit", onExit);
  });
}

/** Ends a process that was started here: politely, and after ten seconds at once. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(timer);
}

/** Runs `work` with a new folder that is removed afterwards. */
export async function inNewFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "tenk-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bytes of all files below a folder; 0 when it is not there. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
