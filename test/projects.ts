import { globSync } from "node:fs";
import { basename } from "node:path";

/**
 * The projects of vitest, cheapest first. A test file names its own: `roles.db.test.ts`. One without a name is `pure`.
 *
 * - `pure` needs neither a database nor a process of its own.
 * - `db` asks a database.
 * - `pipeline` builds companies from filings.
 * - `alone` changes its process (`vi.`, `process.env`), so that no other file may share it.
 * - `process` starts programs, or needs a machine of its own: a full disk, a lost process.
 */
export const projects = ["pure", "db", "pipeline", "alone", "process"] as const;
export type ProjectName = (typeof projects)[number];

/**
 * The files of a run. `embedded`: all, on the embedded database. `server`: all but those that say `embedded`. `rest`:
 * what is left for the embedded database after a run on a server, which is those and the ones that say `both`.
 */
export type Part = "embedded" | "server" | "rest";

/** What the name of a test file says: `every-endpoint.db.both.test.ts` says `db` and `both`. */
export const wordsOf = (path: string): string[] => basename(path).split(".").slice(1, -2);

/** The project of a test file. */
export const projectOf = (path: string): ProjectName =>
  projects.find((project) => wordsOf(path).includes(project)) ?? "pure";

const parts: Record<Part, (words: readonly string[]) => boolean> = {
  embedded: () => true,
  server: (words) => !words.includes("embedded"),
  rest: (words) => words.includes("embedded") || words.includes("both"),
};

/** The test files of a project in a part, by their paths from the root. */
export const filesOf = (project: ProjectName, part: Part): string[] =>
  globSync("test/**/*.test.ts").filter(
    (path) => projectOf(path) === project && parts[part](wordsOf(path)),
  );

/** The part that this run is, as its environment says. */
export const partOf = ({ TEST_DATABASE_URL, TENK_TESTS }: NodeJS.ProcessEnv): Part => {
  if (TEST_DATABASE_URL) return "server";
  return TENK_TESTS === "rest" ? "rest" : "embedded";
};
