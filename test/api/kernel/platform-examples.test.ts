import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { readPlatformExamples } from "#api/http/description/examples.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { shownAnswer } from "../../helpers/endpoints/example-answers.ts";
import { goodRequests } from "../../helpers/good-requests.ts";

const app = await testApp({ publicUrl: "https://tenk.example" });
const goodRequest = await goodRequests(app);
const description = "../../../api/http/description";

// Those of company data are answers over the sample: examples.test.ts.
const ofCompanies = readdirSync(new URL(`${description}/examples`, import.meta.url)).map((file) =>
  file.replace(/\.json$/, ""),
);
const platform = allEndpoints.filter(
  ({ name, type }) => type === "application/json" && !ofCompanies.includes(name),
);

// `vitest run test/api/kernel/platform-examples.test.ts -u` writes the examples anew.
test("the example of every other operation is its answer to a good request", async () => {
  const lines: string[] = [];
  for (const endpoint of platform) {
    const answer = await app.send(await goodRequest(endpoint));
    expect([endpoint.name, answer.statusCode]).toEqual([endpoint.name, endpoint.status]);
    lines.push(JSON.stringify({ [endpoint.name]: shownAnswer(answer.json()) }));
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(
    `${description}/platform-examples.jsonl`,
  );
});

test("every operation that answers in JSON has an example in the description", async () => {
  const { paths } = (await app.get("/api/openapi")).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const silent = operations.filter(({ responses }) =>
    Object.entries(responses).some(([status, { content }]) => {
      const said = content?.["application/json"];
      return status.startsWith("2") && said !== undefined && !("example" in said);
    }),
  );

  expect(operations.length).toBeGreaterThan(400);
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  expect(Object.keys(readPlatformExamples())).toEqual(platform.map(({ name }) => name));
});

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, object> }>;
}
