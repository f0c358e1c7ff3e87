import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { digestEngine } from "../engine-digest.ts";
import { readSource } from "../engine-sources.ts";

const entries = ["ingest/build/reports/read-report.ts"] as const;

/**
 * The version of the code between a filing's document and its stored report. Reports of another version are read
 * again. Unlike `engineVersion`, it stays when only rules for standardized lines change.
 */
export const readerVersion = digestOfProcess();

/** Threads use the digest that the main thread of their process has computed. */
function digestOfProcess(): string {
  const inherited = getEnvironmentData("tenk report reader digest");
  if (typeof inherited === "string") return inherited;
  const digest = digestEngine(entries, readSource).digest.slice(0, 16);
  setEnvironmentData("tenk report reader digest", digest);
  return digest;
}
