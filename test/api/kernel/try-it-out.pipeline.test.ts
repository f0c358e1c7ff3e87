import { expect, test } from "vitest";
import { readExamples } from "#api/http/description/examples.ts";
import { allEndpoints } from "#api/modules.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { sampleFilings } from "#ingest/sample/reports/sample-reports.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const nvidia = "0001045810";
const { context } = await openTestPipeline({
  ciks: [apple, nvidia],
  archives: { filings: sampleFilings() },
  packages: { count: 10, isOnlyBeyondDataSets: false },
});
for (const cik of [apple, nvidia]) await ingestCompany(cik, context);
const { get } = await testApp({ database: context.database });
const document = (await get("/api/openapi")).json() as {
  paths: Record<string, Record<string, Operation>>;
};

interface Parameter {
  name: string;
  in: string;
  example?: string;
  examples?: Record<string, { value: string }>;
  schema?: { default?: unknown };
}

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, object> }>;
}

const companyData = [
  "Public company data",
  "Financial models",
  "Open financial reporting standard",
];
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

test("every read of company data answers when it is tried out as the documentation page proposes it", async () => {
  const reads = described.filter(
    ({ method, operation }) => method === "get" && companyData.includes(operation.tags[0] ?? ""),
  );
  const refused: string[] = [];
  for (const { path, operation } of reads) {
    // The page fills in the example, else the default.
    const filled = (operation.parameters ?? []).flatMap((parameter) => {
      const { example, examples = {}, schema } = parameter;
      const value = example ?? Object.values(examples)[0]?.value ?? schema?.default;
      return value === undefined ? [] : [{ ...parameter, value: String(value) }];
    });
    const query = new URLSearchParams(
      filled.filter((one) => one.in === "query").map(({ name, value }) => [name, value]),
    );
    const at = filled
      .filter((one) => one.in === "path")
      .reduce(
        (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
        path,
      );
    const { statusCode } = await get(`${at}?${query}`);
    if (statusCode !== 200) refused.push(`${statusCode} ${operation.operationId} ${at}?${query}`);
  }

  expect(reads.length).toBeGreaterThan(12);
  expect(refused).toEqual([]);
});

test("every operation that answers in JSON has an example in the description", () => {
  const silent = described.filter(({ operation: { responses } }) =>
    Object.entries(responses).some(([status, { content }]) => {
      const said = content?.["application/json"];
      return status.startsWith("2") && said !== undefined && !("example" in said);
    }),
  );
  const json = allEndpoints.filter(({ type }) => type === "application/json");

  // The description of the API is its own example, and a page shows the table that its file has.
  expect(described.length).toBeGreaterThan(400);
  expect(silent.map(({ operation }) => operation.operationId)).toEqual([
    "getTableFile",
    "getApiDescription",
  ]);
  expect(Object.keys(readExamples()).sort()).toEqual(json.map(({ name }) => name).sort());
});
