import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gunzipSync, gzipSync } from "node:zlib";
import { buildCompany } from "#ingest/build-company.ts";
import { runChecks } from "#ingest/checks/run-checks.ts";
import { parseCompanyFacts } from "#ingest/facts/company-facts.ts";
import { sampleCompanies } from "#ingest/sample/companies.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { companyFactsJson } from "#ingest/sample/wire.ts";
import { statementRows } from "#ingest/statements/cells/statement-rows.ts";
import { buildFinancials } from "#ingest/terminal/build-financials.ts";
import { buildTerminal } from "#ingest/terminal/build-terminal.ts";
import { mergeFilings } from "#ingest/terminal/filings.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";

/** Medians of one company, in milliseconds. */
export interface BuildTiming {
  company: string;
  megabytes: number;
  facts: number;
  periods: number;
  jsonParse: number;
  stages: Record<Stage, number>;
  /** Bytes to finished statements, quarters, TTM, terminal and full financials with their JSON text. */
  finished: number;
  /** `finished` over `jsonParse`, as the median of the rounds. */
  ratio: number;
  /** The facts of the company as gzipped JSON: kept beside the statements, no part of `finished`. */
  packed: number;
}

const stages = ["parse", "build", "rows", "terminal", "financials"] as const;
type Stage = (typeof stages)[number];

interface Document {
  company: string;
  body: Buffer;
}

const time = "2026-01-01T00:00:00.000Z";

/**
 * The pure middle of the pipeline against `JSON.parse` of the same bytes, company by company. Both run once per
 * round, one after the other, each on a heap that was just collected: what they allocate is collected on
 * their own account. The first rounds warm up and do not count.
 */
export async function benchBuild(folder: string | null, rounds = 25): Promise<BuildTiming[]> {
  const registry = loadRegistry();
  const documents = folder === null ? await sampleDocuments() : await readDocuments(folder);
  return documents.map((document) => timeCompany(document, registry, rounds));
}

function timeCompany({ company, body }: Document, registry: Registry, rounds: number): BuildTiming {
  const warmUp = 5;
  const samples: Sample[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const sample = runRound(body, registry);
    if (round >= warmUp) samples.push(sample);
  }
  const middle = (of: (sample: Sample) => number) => median(samples.map(of));
  const [first] = samples;
  return {
    company,
    megabytes: body.length / 1e6,
    facts: first?.facts ?? 0,
    periods: first?.periods ?? 0,
    jsonParse: middle((sample) => sample.jsonParse),
    stages: Object.fromEntries(
      stages.map((stage) => [stage, middle((sample) => sample.stages[stage])]),
    ) as BuildTiming["stages"],
    finished: middle((sample) => sample.finished),
    ratio: middle((sample) => sample.finished / sample.jsonParse),
    packed: middle((sample) => sample.packed),
  };
}

interface Sample extends Pick<BuildTiming, "jsonParse" | "stages" | "finished" | "packed"> {
  facts: number;
  periods: number;
}

function runRound(body: Buffer, registry: Registry): Sample {
  collectGarbage();
  const [jsonParse] = timed(() => JSON.parse(body.toString("utf8")));
  collectGarbage();
  const times = {} as Sample["stages"];
  const stage = <T>(name: Stage, run: () => T): T => {
    const [took, result] = timed(run);
    times[name] = took;
    return result;
  };
  const [finished, build] = timed(() => {
    const parsed = stage("parse", () => parseCompanyFacts(body, registry.tags));
    const built = stage("build", () => buildCompany(inputOf(parsed), registry));
    stage("rows", () =>
      built.periods.flatMap((period) => statementRows(parsed.cik, period, registry)),
    );
    stage("terminal", () => terminalText(built, registry));
    stage("financials", () => JSON.stringify({ data: buildFinancials(built.tables, registry) }));
    return built;
  });
  const [packed] = timed(() => gzipSync(JSON.stringify({ facts: build.facts }), { level: 6 }));
  const { facts, periods } = build;
  return {
    jsonParse,
    stages: times,
    finished,
    packed,
    facts: facts.length,
    periods: periods.length,
  };
}

function inputOf(parsed: ReturnType<typeof parseCompanyFacts>): Parameters<typeof buildCompany>[0] {
  const { cik } = parsed;
  return {
    cik,
    profile: null,
    filings: [],
    submitted: [],
    documents: [
      {
        parsed,
        source: "regulator",
        origin: "crawl",
        kind: "companyfacts",
        fetchedAt: time,
        digest: "",
      },
    ],
  };
}

function terminalText(build: ReturnType<typeof buildCompany>, registry: Registry): string {
  const checks = runChecks(build, registry);
  mergeFilings(build.cik, [], build.periods);
  const terminal = buildTerminal({
    entity: { id: build.cik, name: "", slug: "", claimStatus: "unclaimed" },
    serviceTicker: null,
    profile: null,
    filings: [],
    build,
    checks,
    registry,
    sources: [],
    generatedAt: time,
  });
  return JSON.stringify({ data: terminal, meta: { timestamp: time } });
}

function timed<T>(run: () => T): [number, T] {
  const start = performance.now();
  const result = run();
  return [performance.now() - start, result];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Every companyfacts document of a folder, gzipped or not. */
async function readDocuments(folder: string): Promise<Document[]> {
  const names = (await readdir(folder)).filter((name) => /\.json(\.gz)?$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      const body = name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
      return { company: name.replace(/\.json(\.gz)?$/, ""), body };
    }),
  );
}

/** The bundled companies in the regulator's form, as the sample's own regulator answers. */
async function sampleDocuments(): Promise<Document[]> {
  const documents = await Promise.all(
    sampleCompanies.map(async ({ cik, name }) => {
      const text = companyFactsJson(await readFigures(cik), "9999-12-31");
      return text === null ? [] : [{ company: name, body: Buffer.from(text) }];
    }),
  );
  return documents.flat();
}

/** A table for a terminal and for the README of this folder. */
export function buildTable(timings: readonly BuildTiming[]): string {
  const head = ["company", "MB", "facts", "periods", "JSON.parse", ...stages, "finished", "ratio"];
  const rows = timings.map((timing) => [
    timing.company,
    timing.megabytes.toFixed(2),
    String(timing.facts),
    String(timing.periods),
    timing.jsonParse.toFixed(1),
    ...stages.map((stage) => timing.stages[stage].toFixed(1)),
    timing.finished.toFixed(1),
    timing.ratio.toFixed(2),
    timing.packed.toFixed(1),
  ]);
  const lines = [[...head, "facts packed"], [...head, ""].map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

if (import.meta.main) {
  const [folder, rounds] = process.argv.slice(2);
  const timings = await benchBuild(folder ?? null, Number(rounds ?? 25));
  console.log(`Milliseconds, medians, Node ${process.version}\n\n${buildTable(timings)}`);
}
