import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { programEnv } from "../program-env.ts";

const program = join(import.meta.dirname, "../../schemas/lock-racer.ts");

/** Above the highest id that Linux gives. */
const dead = 4_194_305;

/** What processes that ended uncleanly leave in `tenk.lock`; null for no file. */
const leftBehind = [
  null,
  String(dead),
  JSON.stringify({ pid: dead, host: hostname(), boot: "another" }),
  JSON.stringify({ pid: dead, host: hostname(), boot: "another", mutex: true }),
  '{"pid":',
];

/** Time for all processes to be told of a round before it begins. */
const aheadMs = 2;

export interface LockRace {
  processes: number;
  rounds: number;
  /** Every how many rounds one process is killed in the middle; 0 for never. */
  killEvery: number;
}

/** In how many rounds so many processes held the lock at once. */
export type Winners = Record<number, number>;

/**
 * Lets processes race for the lock of a folder, round after round, after different unclean ends. A round in which the
 * winner was killed is run again by the others, over what it left.
 */
export async function raceForLock({ processes, rounds, killEvery }: LockRace): Promise<Winners> {
  const folder = await mkdtemp(join(tmpdir(), "tenk-race-"));
  const racers = Array.from({ length: processes }, startRacer);
  const winners: Winners = {};
  try {
    for (let round = 0; round < rounds; round += 1) {
      leave(folder, leftBehind[round % leftBehind.length] ?? null);
      const isKilling = killEvery > 0 && round % killEvery === 0;
      const victim = isKilling ? (round / killEvery) % processes : null;
      const won = await runRound(racers, { folder, victim });
      winners[won] = (winners[won] ?? 0) + 1;
      await Promise.all(racers.map((racer) => ask(racer, "release")));
    }
  } finally {
    for (const racer of racers) racer.kill();
    await rm(folder, { recursive: true });
  }
  return winners;
}

const startRacer = () => fork(program, { env: programEnv, execArgv: [] });

function leave(folder: string, text: string | null): void {
  const path = join(folder, "tenk.lock");
  if (text === null) rmSync(path, { force: true });
  else writeFileSync(path, text);
}

/** How many processes hold the lock at the end. The victim is killed, and another process takes its place. */
async function runRound(
  racers: ChildProcess[],
  { folder, victim }: { folder: string; victim: number | null },
): Promise<number> {
  const won = race(racers, folder);
  if (victim === null) return countOf(await won);
  const killed = racers[victim] as ChildProcess;
  const ended = once(killed, "exit");
  setTimeout(() => killed.kill("SIGKILL"), aheadMs * 2 * Math.random());
  await ended;
  const others = (await won).filter((_, index) => index !== victim);
  racers[victim] = startRacer();
  return countOf(others) || countOf(await race(racers, folder));
}

const countOf = (won: readonly boolean[]) => won.filter(Boolean).length;

function race(racers: readonly ChildProcess[], folder: string): Promise<boolean[]> {
  const at = Date.now() + aheadMs;
  return Promise.all(racers.map((racer) => ask(racer, { folder, at })));
}

/** The racer's answer; false when it is killed instead. */
function ask(
  racer: ChildProcess,
  go: { folder: string; at: number } | "release",
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const onEnd = (_: unknown, signal: string | null) =>
    signal === "SIGKILL" ? resolve(false) : reject(new Error("a racer failed"));
  racer.once("exit", onEnd);
  racer.once("message", (won: boolean) => {
    racer.off("exit", onEnd);
    resolve(won);
  });
  racer.send(go);
  return promise;
}
