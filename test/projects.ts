import { globSync, readFileSync } from "node:fs";

/** What a test file needs, and so which project of vitest runs it. */
export type ProjectName = "pure" | "db" | "pipeline" | "alone" | "process";

/** Marks in the text of a test file, the costliest need first. A file without any is `pure`. */
const marks: readonly [ProjectName, RegExp][] = [
  // Starts programs, or needs a machine of its own: a full disk, a lost process.
  [
    "process",
    /"node:child_process"|"playwright-core"|\/client\/stdio\.js"|helpers\/(faults\/\S+|libre-office|chromium)\.ts"/,
  ],
  // Changes its process, so that it must not share it with other files.
  [
    "alone",
    /\bchdir\b|\bprocess\.env\.?\w*\s*=|\bvi\.|"node:worker_threads"|-(worker|thread)\.ts"|(build|thread)-pool\.ts"/,
  ],
  // Builds companies from filings.
  ["pipeline", /helpers\/(pipeline|platform\/filings)\.ts"|"#ingest\/pipeline\.ts"/],
  ["db", /helpers\/(app|database|races|postgres)\.ts"|"#schemas\/database\/db\.ts"|pglite/],
];

export const projectOf = (text: string): ProjectName =>
  marks.find(([, mark]) => mark.test(text))?.[0] ?? "pure";

/** True where a file opens the database that the tests share: the embedded one, or that of TEST_DATABASE_URL. */
const usesShared = (text: string) =>
  /helpers\/(app|database|pipeline|platform\/filings|races)\.ts"|TEST_DATABASE_URL/.test(text);

/** What does the same whatever database the other tests have, so that it runs with the embedded one only. */
const sameOnServer: readonly ((text: string) => boolean)[] = [
  // A program that starts its own PostgreSQL server or uses none, and a page in a browser.
  (text) =>
    projectOf(text) === "process" &&
    (!usesShared(text) || /\bstartPostgres\(|"playwright-core"|helpers\/chromium\.ts"/.test(text)),
  // Commands and programs on an embedded database in a folder.
  (text) => /helpers\/data-folder\.ts"/.test(text) && !usesShared(text),
  // Questions to the files of an extract; others compare the extract with the database.
  (text) =>
    /\/query-extract\.ts"|"hyparquet"/.test(text) &&
    !/\btestApp\b|\.database\b|\.query\(/.test(text),
  // Every endpoint asked as everybody. `every-endpoint.test.ts` and the modules' own tests run the same queries.
  (text) => /\bneedsAccount\b/.test(text) && /helpers\/good-requests\.ts"/.test(text),
];

/**
 * Where the embedded database can go another way than a server: its one connection and what is said of it in the file,
 * and the ways of the guides through many modules.
 */
const differsEmbedded = /pglite|\.lite\b|\/lite-|TEST_DATABASE_URL|endpoints\/walk\.ts"/;

/** The queries of every endpoint, asked of both engines. Other files that ask every endpoint run the same queries. */
const everyQuery: readonly string[] = [
  "test/api/kernel/every-endpoint.test.ts",
  "test/api/http/one-connection.test.ts",
];

/**
 * The files of a run. `embedded`: all, on the embedded database. `server`: all that need a server or are content with
 * one. `rest`: what is left for the embedded database after a run on a server.
 */
export type Part = "embedded" | "server" | "rest";

const isSameOnServer = (text: string) => sameOnServer.some((isSame) => isSame(text));

const parts: Record<Part, (text: string, path: string) => boolean> = {
  embedded: () => true,
  server: (text) => !isSameOnServer(text),
  rest: (text, path) =>
    isSameOnServer(text) || differsEmbedded.test(text) || everyQuery.includes(path),
};

/** The test files of a project in a part, by their paths from the root. */
export const filesOf = (project: ProjectName, part: Part): string[] =>
  globSync("test/**/*.test.ts").filter((path) => {
    const text = readFileSync(path, "utf8");
    return projectOf(text) === project && parts[part](text, path);
  });

/** The part that this run is, as its environment says. */
export const partOf = ({ TEST_DATABASE_URL, TENK_TESTS }: NodeJS.ProcessEnv): Part => {
  if (TEST_DATABASE_URL) return "server";
  return TENK_TESTS === "rest" ? "rest" : "embedded";
};
