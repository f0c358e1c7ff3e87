import { readFileSync } from "node:fs";

type Env = Record<string, string | undefined>;

const parentCheckMs = 1000;

/**
 * Calls `act` once npm, or the shell that it started, has ended; also where that was before this call. Does nothing
 * where `env` does not say that npm started the process.
 */
export function whenNpmEnds(env: Env, act: () => void): void {
  if (env.npm_lifecycle_event === undefined) return;
  if (isAdopted(env)) {
    act();
    return;
  }
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, parentCheckMs).unref();
}

/**
 * Whether the parent of a program that npm itself started has ended. The system gives such a process another parent: one
 * of another process group, unlike npm and its shell. False where that cannot be seen.
 */
function isAdopted(env: Env): boolean {
  const entry = env.npm_lifecycle_script?.split(" ").at(-1);
  if (!entry || !process.argv[1]?.endsWith(entry)) return false;
  if (process.platform !== "linux") return process.ppid === 1;
  const group = groupOf("self");
  const ofParent = groupOf(String(process.ppid));
  return group !== null && ofParent !== null && group !== ofParent;
}

/** The process group: field 5 of the status. The name before it may contain spaces and brackets. */
function groupOf(pid: string): string | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    return status.slice(status.lastIndexOf(")") + 2).split(" ")[2] ?? null;
  } catch {
    return null;
  }
}
