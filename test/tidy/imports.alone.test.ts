import { describe, expect, test } from "vitest";
import { findViolations } from "./find-violations.ts";
import { entryFiles, importRules } from "./import-rules.ts";
import { listImports } from "./module-graph.ts";
import { productCode, scriptEntries } from "./project-files.ts";

/** The rules that a few planted files break, without those that only say a planted file has no importer. */
function broken(files: Record<string, string>): string[] {
  return findViolations(new Map(Object.entries(files)), Object.keys(files)).map(
    ({ rule, where }) => `${rule}: ${where}`,
  );
}

/** Per rule: an importing file, what it says, and what the report must name. */
const planted: [rule: string, from: string, code: string, to: string][] = [
  [
    "schemas-imports",
    "schemas/x.ts",
    `import "#registry/current/load.ts";`,
    "registry/current/load.ts",
  ],
  ["registry-imports", "registry/x.ts", `export * from "#ingest/store.ts";`, "ingest/store.ts"],
  ["ingest-imports", "ingest/x.ts", `import { a } from "../api/deps.ts";`, "api/deps.ts"],
  [
    "ingest-imports",
    "ingest/x.ts",
    `import type { A } from "#jobs/running/queue.ts";`,
    "jobs/running/queue.ts",
  ],
  ["ingest-imports", "ingest/x.ts", `import "../test/helpers/make.ts";`, "test/helpers/make.ts"],
  ["api-imports", "api/x.ts", `import { a } from "#ingest/store.ts";`, "ingest/store.ts"],
  ["api-imports", "api/x.ts", `await import("#ingest/pipeline.ts");`, "ingest/pipeline.ts"],
  ["api-imports", "api/x.ts", `type A = typeof import("#jobs/cli.ts");`, "jobs/cli.ts"],
  ["jobs-imports", "jobs/x.ts", `import "../migrations/x.ts";`, "migrations/x.ts"],
  ["jobs-see-services-only", "jobs/worker.ts", `import { a } from "#api/app.ts";`, "api/app.ts"],
  [
    "jobs-see-services-only",
    "jobs/x.ts",
    `import { a } from "#api/modules/companies/queries.ts";`,
    "api/modules/companies/queries.ts",
  ],
  [
    "modules-keep-to-themselves",
    "api/modules/sfrs/service.ts",
    `import { a } from "../companies/queries.ts";`,
    "api/modules/companies/queries.ts",
  ],
  [
    "sql-only-in-queries",
    "api/modules/sfrs/service.ts",
    `import { eq } from "drizzle-orm";`,
    "npm:drizzle-orm",
  ],
  ["sql-only-in-queries", "api/modules/sfrs/x.ts", `import pg from "pg";`, "npm:pg"],
  [
    "sql-only-in-queries",
    "api/modules/sfrs/routes.ts",
    `import { type A, b } from "#schemas/tables/companies/company.ts";`,
    "schemas/tables/companies/company.ts",
  ],
  [
    "services-know-no-http",
    "api/modules/sfrs/service.ts",
    `import { a } from "../../http/mount.ts";`,
    "api/http/mount.ts",
  ],
  [
    "services-know-no-http",
    "api/modules/sfrs/queries.ts",
    `import f from "fastify";`,
    "npm:fastify",
  ],
  [
    "sources-are-replaceable",
    "ingest/sources/edgar/x.ts",
    `import "../../store/company.ts";`,
    "ingest/store/company.ts",
  ],
  [
    "sources-are-replaceable",
    "ingest/sources/edgar/x.ts",
    `import "../other/list.ts";`,
    "ingest/sources/other/list.ts",
  ],
  ["pure-middle", "ingest/facts/x.ts", `import { readFileSync } from "node:fs";`, "node:fs"],
  [
    "pure-middle",
    "ingest/periods/x.ts",
    `const fs = await import(\`node:fs/promises\`);`,
    "node:fs/promises",
  ],
  ["pure-middle", "ingest/statements/x.ts", `import { request } from "undici";`, "npm:undici"],
  ["pure-middle", "ingest/terminal/x.ts", `import { a } from "../store.ts";`, "ingest/store.ts"],
  [
    "pure-middle",
    "ingest/build-company.ts",
    `import type { A } from "./http.ts";`,
    "ingest/http.ts",
  ],
  [
    "pure-middle",
    "ingest/facts/x.ts",
    `new Worker(new URL("../builder/build-worker.ts", import.meta.url));`,
    "ingest/builder/build-worker.ts",
  ],
  [
    "evidence-stage",
    "ingest/statements/evidence/x.ts",
    `import type { A } from "../filed-lines.ts";`,
    "ingest/statements/filed-lines.ts",
  ],
  [
    "evidence-stage",
    "ingest/statements/guards/sign-slip.ts",
    `import { a } from "../build-periods.ts";`,
    "ingest/statements/build-periods.ts",
  ],
  [
    "filed-stage",
    "ingest/statements/direct.ts",
    `import { a } from "./null-line.ts";`,
    "ingest/statements/null-line.ts",
  ],
];

describe("the product's imports", () => {
  test("keep every rule", () => {
    const found = findViolations(productCode(), scriptEntries());
    expect(found.map(({ rule, sentence, where }) => `${where} (${rule}: ${sentence})`)).toEqual([]);
  });

  test("list no entry file that is gone", () => {
    const files = [...productCode().keys()];
    expect(entryFiles.filter(({ path }) => !files.some((file) => path.test(file)))).toEqual([]);
  });
});

describe("a planted violation", () => {
  test.each(planted)("of %s in %s is found", (rule, from, code, to) => {
    expect(broken({ [from]: code })).toContain(`${rule}: ${from} → ${to}`);
  });

  test("is planted for every rule", () => {
    const rules = new Set(planted.map(([rule]) => rule));
    expect(importRules.map(({ name }) => name).filter((name) => !rules.has(name))).toEqual([]);
  });

  test("is found in a circle, of types and of re-exports too", () => {
    expect(
      broken({
        "ingest/a.ts": `import { b } from "./b.ts";`,
        "ingest/b.ts": `export { c } from "./c.ts";`,
        "ingest/c.ts": `import type { A } from "./a.ts";`,
      }),
    ).toEqual(["no-circular: ingest/a.ts → ingest/b.ts → ingest/c.ts → ingest/a.ts"]);
  });

  test("is found in a file that only itself imports", () => {
    const sources = new Map([["ingest/a.ts", `import "./a.ts";`]]);
    const rules = findViolations(sources, []).map(({ rule, where }) => [rule, where]);
    expect(rules).toContainEqual(["no-orphans", "ingest/a.ts"]);
  });

  test("cannot hide behind a computed name or a file that does not parse", () => {
    expect(() => broken({ "api/x.ts": `await import("#ingest/" + name);` })).toThrow(
      `api/x.ts: import("#ingest/" + name) must name its file`,
    );
    expect(() => broken({ "api/x.ts": "import {" })).toThrow("api/x.ts: ");
  });
});

describe("what the rules allow", () => {
  test("is not reported", () => {
    expect(
      broken({
        "jobs/start-service.ts": `import { a } from "#api/app.ts"; import { b } from "#ingest/pipeline.ts";`,
        "jobs/token.ts": `import { a } from "#api/auth/local-issuer.ts";`,
        "api/x.ts": `import { a } from "#ingest/statements/x.ts"; import { b } from "#ingest/build-company.ts";`,
        "api/modules/a/routes.ts": `import type { T } from "#schemas/tables/companies/company.ts"; import { s } from "../b/service.ts";`,
        "api/modules/a/queries.ts": `import { eq } from "drizzle-orm"; import { t } from "#schemas/tables/companies/company.ts";`,
        "api/modules/a/service.ts": `import { notFound } from "../../http/errors.ts";`,
        "ingest/sources/edgar/x.ts": `import "./y.ts"; import "../source.ts"; import "../../http/kinds.ts"; import "../../archive.ts"; import "../../facts/x.ts";`,
        "ingest/facts/x.ts": `import { p } from "../errors.ts"; import { d } from "#schemas/decimal.ts"; import { createHash } from "node:crypto";`,
        "ingest/pool.ts": `new Worker(new URL("./work.ts", import.meta.url));`,
        "ingest/work.ts": `import type { M } from "./pool.ts";`,
      }),
    ).toEqual([]);
  });

  test("is read from the syntax, not from comments and strings", () => {
    const code = [
      `// import "./comment.ts";`,
      `const text = 'import "./string.ts"';`,
      `const é = "ü🙂"; const later = import("./later.ts");`,
      `import json from "./data.json" with { type: "json" };`,
      `import { type A, type B } from "./types.ts";`,
      `import { type C, d } from "@aws-sdk/client-s3/deep";`,
      `using held = open();`,
      `const folder = new URL("./", import.meta.url), other = new URL("./x.ts", base);`,
    ].join("\n");
    const found = listImports(new Map([["ingest/x.ts", code]]));
    expect(found.map(({ to, isTypeOnly, kind }) => [to, isTypeOnly, kind])).toEqual([
      ["ingest/data.json", false, "import"],
      ["ingest/types.ts", true, "import"],
      ["npm:@aws-sdk/client-s3", false, "import"],
      ["ingest/later.ts", false, "dynamic"],
    ]);
  });
});
