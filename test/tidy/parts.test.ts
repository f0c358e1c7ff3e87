import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filesOf, type Part, type ProjectName, projectOf, projects, wordsOf } from "../projects.ts";
import { listFiles } from "./project-files.ts";

const filesIn = (part: Part) => projects.flatMap((project) => filesOf(project, part)).sort();

const all = listFiles("test/**/*.test.ts").sort();

test("a run on the embedded database has every test file, once", () => {
  expect(filesIn("embedded")).toEqual(all);
});

test("a run on a server and the rest have every test file between them, and less than all each", () => {
  const [server, rest] = [filesIn("server"), filesIn("rest")];
  expect([...new Set([...server, ...rest])].sort()).toEqual(all);
  expect(server.length).toBeLessThan(all.length);
  expect(rest.length).toBeLessThan(all.length / 4);
});

test("both engines are asked every endpoint and take the guides' ways", () => {
  const both = all.filter((path) => wordsOf(path).includes("both"));
  const guides = all.filter((path) => /^test\/api\/\w+\/walk\./.test(path));
  expect(guides.length).toBeGreaterThan(5);
  expect(both).toEqual(
    expect.arrayContaining(["test/api/kernel/every-endpoint.db.both.test.ts", ...guides]),
  );
});

test("the name of a test file has at most one project and one part", () => {
  const named: readonly string[] = projects.slice(1);
  const isKnown = (words: string[]) => {
    const rest = named.includes(words[0] ?? "") ? words.slice(1) : words;
    return rest.length === 0 || (rest.length === 1 && ["both", "embedded"].includes(rest[0] ?? ""));
  };
  expect(all.filter((path) => !isKnown(wordsOf(path)))).toEqual([]);
});

/** Texts of files that cannot run in a cheaper project. */
const needs: Partial<Record<ProjectName, readonly string[]>> = {
  db: ['helpers/app.ts"', 'helpers/database.ts"', 'helpers/races.ts"', '"#schemas/database/db.ts"'],
  pipeline: ['helpers/pipeline.ts"', 'helpers/platform/filings.ts"', '"#ingest/pipeline.ts"'],
  alone: ["vi.mock(", "vi.stub", "vi.spyOn(", "vi.useFakeTimers(", "process.chdir("],
  process: ['"node:child_process"', '"playwright-core"', 'helpers/chromium.ts"', "helpers/faults/"],
};

test("no test file is in a project too cheap for what it uses", () => {
  const tooCheap = all.filter((path) => {
    const text = readFileSync(path, "utf8");
    const own = projects.indexOf(projectOf(path));
    return projects.some((one, at) => at > own && needs[one]?.some((use) => text.includes(use)));
  });
  expect(tooCheap.filter((path) => path !== "test/tidy/parts.test.ts")).toEqual([]);
});
