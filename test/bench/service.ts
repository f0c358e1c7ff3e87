import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../helpers/postgres.ts";

/** `npm start` as a user calls it, in a process group of its own. */
export interface Service {
  port: number;
  /** The process that serves: the child of npm. */
  pid(): number | null;
  /** When it was called. */
  startedAt: number;
  /** Resolves when it says that every company has been tried. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");

export async function startService(settings: Record<string, string>): Promise<Service> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn("npm", ["start", "--silent"], {
    cwd: root,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      RATE_LIMIT_ANONYMOUS: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { ready, pid } = listen(child);
  return { port, pid, startedAt, ready, stop: () => stopGroup(child) };
}

function listen(child: ChildProcess): Pick<Service, "ready" | "pid"> {
  let said = "";
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (/^Ready\./m.test(said)) resolve();
    });
    child.once("exit", () => reject(new Error(`npm start ended:\n${said}`)));
  });
  ready.catch(() => {});
  return { ready, pid: () => child.pid ?? null };
}

/** Ctrl-C: the whole group gets the signal. */
async function stopGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-pid, "SIGINT");
  const timer = setTimeout(() => process.kill(-pid, "SIGKILL"), 20_000);
  await ended;
  clearTimeout(timer);
}

/** Entity ids of the companies that the service lists by now; empty while it does not answer. */
export async function listEntities(port: number): Promise<string[]> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/v2/entities?limit=100`);
    if (!answer.ok) return [];
    const { data } = (await answer.json()) as { data: { id: string }[] };
    return data.map(({ id }) => id);
  } catch {
    return [];
  }
}

/** Waits for the first terminal that is answered; its path. */
export async function firstTerminal(port: number): Promise<string> {
  for (;;) {
    for (const id of await listEntities(port)) {
      const path = `/v2/entities/${id}/company-terminal`;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      await answer.arrayBuffer();
      if (answer.status === 200) return path;
    }
    await sleep(20);
  }
}
