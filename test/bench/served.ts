import { entityIdOf } from "#ingest/store/identity.ts";
import type { CpuAnswer } from "./measure/cpu.ts";
import { sourceSettings } from "./measure/edgar-folder.ts";
import { type LoadResult, loadFully, type Target } from "./measure/load.ts";
import { type BenchOptions, median, percentile } from "./measure/report.ts";
import { type Program, startProgram } from "./programs.ts";

const apple = "0000320193";
/** The entity that served benches ask for. */
export const measuredEntity = `/v2/entities/${entityIdOf(apple)}`;
/** Open connections of a full load. */
export const connections = 32;

/** A program of this folder that serves. */
export interface Server<First = object> {
  program: Program;
  port: number;
  /** What it said when it was ready. */
  first: First;
}

/** What a target is asked without the server that it is asked of. */
export type Asked = Omit<Target, "port">;

/** Ingests the measured company in a process of its own; `settings` name the database. */
export async function ingestMeasured(
  { folder }: BenchOptions,
  settings: Record<string, string>,
): Promise<void> {
  const all = { ...sourceSettings(folder), ...settings, CIKS: apple };
  await startProgram("ingest-program.ts", all).first;
}

export async function startServer<First = object>(
  file: string,
  settings: Record<string, string>,
): Promise<Server<First>> {
  const program = startProgram(file, settings);
  const first = (await program.first) as First & { port: number };
  return { program, port: first.port, first };
}

/** The API on a free port, silent and without limits where `settings` do not say otherwise. */
export const startApi = <First = object>(settings: Record<string, string>) =>
  startServer<First>("api-program.ts", {
    PORT: "0",
    RATE_LIMIT_ANONYMOUS: "0",
    LOG_LEVEL: "silent",
    ...settings,
  });

export interface Sample {
  perSecond: number;
  /** CPU time of the server for one request. */
  cpuMicros: number;
  p50: number;
  p99: number;
  /** CPU time of the server over the time: near 1 the server is what limits. */
  busy: number;
  result: LoadResult;
}

/** A full load on one target for some seconds. */
export async function sampleOf(
  { program, port }: Server,
  asked: Asked,
  seconds: number,
): Promise<Sample> {
  const before = await program.ask<CpuAnswer>("cpu");
  const result = await loadFully({ port, ...asked }, { connections, seconds });
  const { micros } = await program.ask<CpuAnswer>("cpu");
  const used = micros - before.micros;
  return {
    perSecond: result.requests / result.seconds,
    cpuMicros: used / result.requests,
    p50: percentile(result.latencies, 0.5),
    p99: percentile(result.latencies, 0.99),
    busy: used / 1e6 / result.seconds,
    result,
  };
}

/** One kind of request that is measured in every round. */
export interface Case {
  label: string;
  server: Server;
  asked: Asked;
  /** The case that it is held against. */
  against: string | null;
}

/** Samples of each case, by label, one a round. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/** Every case once per round, one after the other, so that what else the machine does falls on all alike. */
export async function measureInTurn(
  cases: readonly Case[],
  { rounds, seconds, say }: { rounds: number; seconds: number; say: (round: string) => void },
): Promise<Samples> {
  const samples = new Map(cases.map(({ label }): [string, Sample[]] => [label, []]));
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
    for (const { label, server, asked } of cases) {
      const sample = await sampleOf(server, asked, seconds);
      if (round > 0) samples.get(label)?.push(sample);
    }
  }
  return samples;
}

/** Medians over the rounds. */
export function judge(samples: Samples) {
  const of = (label: string) => samples.get(label) ?? [];
  return {
    middle: (label: string, pick: (sample: Sample) => number) => median(of(label).map(pick)),
    /** Median of the ratios of neighbours in time; 1 for a case that is held against nothing. */
    ratio({ label, against }: Case, pick: (sample: Sample) => number) {
      const base = of(against ?? label);
      return median(of(label).map((sample, i) => pick(sample) / pick(base[i] ?? sample)));
    },
    /** Statuses of all answers. */
    statuses: (label: string) =>
      [...new Set(of(label).flatMap(({ result }) => Object.keys(result.statuses)))].join(" "),
    /** Bytes of one answer. */
    bytes: (label: string) => of(label)[0]?.result.bytes ?? 0,
  };
}
