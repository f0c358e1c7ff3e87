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
  ["pipeline", /helpers\/pipeline\.ts"|"#ingest\/pipeline\.ts"/],
  ["db", /helpers\/(app|database|races|postgres)\.ts"|"#schemas\/database\/db\.ts"|pglite/],
];

export const projectOf = (text: string): ProjectName =>
  marks.find(([, mark]) => mark.test(text))?.[0] ?? "pure";

/** True where a file opens the database that the tests share: the embedded one, or that of TEST_DATABASE_URL. */
const usesShared = (text: string) =>
  /helpers\/(app|database|pipeline|races)\.ts"|TEST_DATABASE_URL/.test(text);

/** What does the same whatever database the other tests have, so that it runs with the embedded one only. */
const sameOnServer: readonly ((text: string) => boolean)[] = [
  // Programs that bring a PostgreSQL server of their own, and what is looked at in a browser.
  (text) =>
    projectOf(text) === "process" &&
    /\bstartPostgres\(|"playwright-core"|helpers\/chromium\.ts"/.test(text),
  // Commands and programs on an embedded database in a folder.
  (text) => /helpers\/data-folder\.ts"/.test(text) && !usesShared(text),
  // Questions to the files of an extract; others compare the extract with the database.
  (text) =>
    /\/query-extract\.ts"|"hyparquet"/.test(text) &&
    !/\btestApp\b|\.database\b|\.query\(/.test(text),
  // Every endpoint asked as everybody. `every-endpoint.test.ts` and the modules' own tests run the same queries.
  (text) => /\bneedsAccount\b/.test(text) && /helpers\/good-requests\.ts"/.test(text),
];

/** The test files of a project, by their paths from the root. `isOnServer`: TEST_DATABASE_URL is set. */
export const filesOf = (project: ProjectName, isOnServer: boolean): string[] =>
  globSync("test/**/*.test.ts").filter((path) => {
    const text = readFileSync(path, "utf8");
    return (
      projectOf(text) === project && !(isOnServer && sameOnServer.some((isSame) => isSame(text)))
    );
  });
