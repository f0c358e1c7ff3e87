import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../helpers/app.ts";
import { apple, openTestPipeline } from "../helpers/pipeline.ts";
import { installTools } from "./install.ts";
import { namingAnswers } from "./naming-answers.ts";

const run = promisify(execFile);

// The client of the repository (docs/clients/typescript), as npm would publish it.
const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const { app, get } = await testApp({ database: context.database });
const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
const tools = await installTools("clients");
const folder = join(tools, "client-work");
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
afterAll(() => rm(folder, { recursive: true }));
const source = join(import.meta.dirname, "../../docs/clients/typescript");

/** The first line of what is generated. */
const heading =
  "// Made of /api/openapi by `npm run contract -- contract/client -u`. Do not edit.\n";

// `npm run contract -- contract/client -u` writes the types anew.
test("its types are those of the published description", async () => {
  const description = namingAnswers((await get("/api/openapi")).json());
  await writeFile(join(folder, "openapi.json"), JSON.stringify(description));
  const bin = join(tools, "node_modules/.bin/openapi-typescript");
  await run(bin, ["openapi.json", "-o", "paths.d.ts"], { cwd: folder, maxBuffer: 2 ** 26 });
  const types = await readFile(join(folder, "paths.d.ts"), "utf8");

  await expect(heading + types).toMatchFileSnapshot("../../docs/clients/typescript/paths.d.ts");
});

const program = (line: string) => `
import { allAfter, createTenkClient, type Schema } from "tenk-client";
const tenk = createTenkClient({ baseUrl: ${JSON.stringify(baseUrl)} });
const { data } = await tenk.GET("/v2/metrics", {
  params: { query: { tickers: "AAPL", metrics: "revenue", periods: "2023FY" } },
});
const changes: Schema<"Change">[] = [];
for await (const one of allAfter((cursor) =>
  tenk.GET("/v2/changes", { params: { query: cursor === undefined ? {} : { cursor } } }),
)) changes.push(one);
console.log(data?.data[0]?.${line}.revenue, changes[0]?.type);
`;

test("the packed package installs, compiles strictly and answers; a misspelt member does not compile", async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: source,
  });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  expect(packed?.files.map(({ path }) => path).sort()).toEqual([
    ...["README.md", "index.d.ts", "index.js", "package.json", "paths.d.ts"],
  ]);
  await run("tar", ["-xzf", packed?.filename ?? ""], { cwd: folder });
  // Beside it openapi-fetch, which the tools bring.
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await cp(join(folder, "package"), join(folder, "node_modules/tenk-client"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const compiler = join(import.meta.dirname, "../../node_modules/.bin/tsc");
  const options = ["--ignoreConfig", "--strict", "--module", "nodenext", "--target", "es2022"];
  const compile = async (file: string, line: string) => {
    await writeFile(join(folder, file), program(line));
    return run(compiler, [...options, "--lib", "es2022,dom", file], { cwd: folder }).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );
  };

  expect(await compile("good.ts", "values")).toBe("");
  expect((await run(process.execPath, ["good.js"], { cwd: folder })).stdout.trim()).toBe(
    "383285000000 company.stored",
  );
  expect(await compile("bad.ts", "valeus")).toMatch(/Property 'valeus' does not exist/);
});
