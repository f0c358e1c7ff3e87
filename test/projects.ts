import { globSync, readFileSync } from "node:fs";

/** What a test file needs, and so which project of vitest runs it. */
export type ProjectName = "pure" | "db" | "pipeline" | "alone" | "process";

/** Marks in the text of a test file, the costliest need first. A file without any is `pure`. */
const marks: readonly [ProjectName, RegExp][] = [
  // Starts programs, or needs a machine of its own: a full disk, a lost process.
  ["process", /"node:child_process"|helpers\/(crash|small-disk|libre-office|outages)\.ts"/],
  // Changes its process, so that it must not share it with other files.
  [
    "alone",
    /\bchdir\b|\bprocess\.env\.?\w*\s*=|\bvi\.|"node:worker_threads"|-(worker|pool|thread)\.ts"/,
  ],
  // Builds companies from filings.
  ["pipeline", /helpers\/pipeline\.ts"|"#ingest\/pipeline\.ts"/],
  ["db", /helpers\/(app|database|races|postgres)\.ts"|"#schemas\/database\/db\.ts"|pglite/],
];

export const projectOf = (text: string): ProjectName =>
  marks.find(([, mark]) => mark.test(text))?.[0] ?? "pure";

/** The test files of a project, by their paths from the root. */
export const filesOf = (project: ProjectName): string[] =>
  globSync("test/**/*.test.ts").filter((path) => projectOf(readFileSync(path, "utf8")) === project);
