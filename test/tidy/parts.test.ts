import { expect, test } from "vitest";
import { filesOf, type Part, type ProjectName } from "../projects.ts";
import { listFiles } from "./project-files.ts";

const projects: readonly ProjectName[] = ["pure", "db", "pipeline", "alone", "process"];
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
  const [server, rest] = [new Set(filesIn("server")), new Set(filesIn("rest"))];
  const guides = all.filter((path) => /test\/api\/\w+\/walk\.test\.ts$/.test(path));
  expect(guides.length).toBeGreaterThan(5);
  for (const path of ["test/api/kernel/every-endpoint.test.ts", ...guides]) {
    expect([path, server.has(path), rest.has(path)]).toEqual([path, true, true]);
  }
});
