import { expect, test } from "vitest";
import { memberMeanings, memberTables } from "#api/http/description/members.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { sampleFilings } from "#ingest/sample/reports/sample-reports.ts";
import { testApp } from "../../helpers/app.ts";
import type { Questions } from "../../helpers/endpoints/questions.ts";
import { openValidator } from "../../helpers/endpoints/validator.ts";
import { exampleLines, examplesOf, readModuleTests } from "../../helpers/module-tests.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({
  archives: { filings: sampleFilings() },
  packages: { count: 10, isOnlyBeyondDataSets: false },
});
await ingestCompany(apple, context);
const { get, send } = await testApp({
  database: context.database,
  now: () => new Date("2026-03-01T12:00:00.000Z"),
});
const document = (await get("/api/openapi")).json();

/** The modules whose examples are answers over the sample, and what is asked for each example. */
const modules = (await readModuleTests()).flatMap(({ name, questions }) =>
  questions === null ? [] : [{ name, questions }],
);
const questions: Questions = Object.assign({}, ...modules.map((module) => module.questions));

/** Values that every release of the registry or the engine changes. */
const passing: Record<string, string> = {
  registryVersion: "1.0.0",
  engineVersion: "4f1c2a9b7d30",
  registrySha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  timestamp: "2026-03-01T12:00:00.000Z",
  generatedAt: "2026-03-01T12:00:00.000Z",
  ingestedAt: "2026-03-01T12:00:00.000Z",
};

const itemsShown = 2;
const linesShown = 6;

/** Lists cut to their first items, records of lines to their first lines. */
function shortened(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.slice(0, itemsShown).map((one) => shortened(one));
  if (typeof value !== "object" || value === null)
    return value === null ? null : (passing[name] ?? value);
  const isLines = /^(fields|reasons|income|balanceSheet|cashFlow|flags|properties)$/.test(name);
  const entries = Object.entries(value).slice(0, isLines ? linesShown : undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, shortened(one, key)]));
}

/** A schema without references and conditions, which tools take for parts of the description that it is shown in. */
function plain(value: unknown, defs: Record<string, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => plain(one, defs));
  const { $ref } = value as { $ref?: string };
  if ($ref !== undefined) return plain(defs[$ref.split("/").at(-1) ?? ""], defs);
  const { $defs, allOf, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, plain(one, defs)]));
}

/** What is shown of an answer. */
const shownOf = (name: string, body: Record<string, unknown>) =>
  shortened(name === "getSchema" ? plain(body, body.$defs as Record<string, unknown>) : body);

const companyData = [
  "Public company data",
  "Financial models",
  "Open financial reporting standard",
];
const described = Object.entries(
  document.paths as Record<string, Record<string, Operation>>,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

interface Operation {
  operationId: string;
  tags: string[];
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

test("every group of operations is described, in the order of the description", () => {
  const used = new Set(described.map(({ operation }) => operation.tags[0]));
  const tags = document.tags as { name: string; description: string }[];

  expect(tags[0]?.name).toBe("Public company data");
  expect([...used].sort()).toEqual(tags.map(({ name }) => name).sort());
});

test("no two tables of descriptions have the same member, and the document uses every description", () => {
  const names = memberTables.flatMap((table) =>
    [...table.matchAll(/^ {2}"([^"]+)":/gm)].map(([, name]) => name),
  );
  const said = JSON.stringify(document);
  const unused = [...memberMeanings].filter(([, text]) => !said.includes(JSON.stringify(text)));

  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(unused).toEqual([]);
});

test("every operation of company data that answers in JSON has an example", () => {
  const wanted = described.filter(
    ({ operation: { tags, responses } }) =>
      companyData.includes(tags[0] ?? "") && responses["200"]?.content?.["application/json"],
  );

  const names = wanted.map(({ operation }) => operation.operationId);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !(name in questions))).toEqual([]);
});

// `vitest run test/api/kernel/examples.pipeline.test.ts -u` writes the examples anew.
test.each(modules)(
  "the examples of $name are its answers over the sample, shortened",
  async (module) => {
    const answers: [string, unknown][] = [];
    for (const [name, question] of Object.entries(module.questions)) {
      const [url, payload] = typeof question === "string" ? [question] : question;
      const answer = await send({ url, ...(payload && { method: "POST", payload }) });
      expect([name, answer.statusCode]).toEqual([name, 200]);
      answers.push([name, shownOf(name, answer.json())]);
    }
    await expect(exampleLines(answers)).toMatchFileSnapshot(examplesOf(module.name));
  },
);

test("examples and whole answers meet the published schemas, where lines of statements are named", async () => {
  const ajv = openValidator(document);
  for (const { path, method, operation } of described) {
    const question = questions[operation.operationId];
    if (question === undefined) continue;
    const at = path.replaceAll("/", "~1").replace(/[{}]/g, encodeURIComponent);
    const validate = ajv.getSchema(
      `openapi#/paths/${at}/${method}/responses/200/content/application~1json/schema`,
    );
    const [url, payload] = typeof question === "string" ? [question] : question;
    const answer = await send({ url, ...(payload && { method: "POST", payload }) });
    const content = operation.responses["200"]?.content?.["application/json"];
    for (const body of [answer.json(), content?.example]) {
      expect(
        validate?.(body),
        body === undefined
          ? `${operation.operationId} has no example yet: run with -u, then again`
          : `${operation.operationId} ${JSON.stringify(validate?.errors?.slice(0, 3))}`,
      ).toBe(true);
    }
  }
});

interface Part {
  $ref?: string;
  properties?: Record<string, Part & { description?: string }>;
}

/** Paths of the members below a part that say nothing of themselves. */
function undescribed(part: unknown, at: string, seen: Set<unknown>): string[] {
  if (typeof part !== "object" || part === null || seen.has(part)) return [];
  seen.add(part);
  const { $ref, properties = {} } = part as Part;
  const name = $ref?.split("/").at(-1);
  const inside =
    name === undefined ? [] : undescribed(document.components.schemas[name], name, seen);
  const own = Object.entries(properties).flatMap(([key, one]) =>
    one.description ? [] : [`${at}.${key}`],
  );
  const deeper = Object.entries(part)
    .filter(([key]) => key !== "example" && key !== "examples")
    .flatMap(([key, one]) => undescribed(one, key === "properties" ? at : `${at}.${key}`, seen));
  return [...inside, ...own, ...deeper];
}

test("every member of every operation is described", () => {
  const seen = new Set<unknown>();
  const silent = described.flatMap(({ operation }) =>
    undescribed(operation, operation.operationId, seen),
  );
  expect(seen.size).toBeGreaterThan(1000);
  expect(silent).toEqual([]);
});
