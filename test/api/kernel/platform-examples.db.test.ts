import { expect, test } from "vitest";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { shownAnswer } from "../../helpers/endpoints/example-answers.ts";
import { goodRequests } from "../../helpers/good-requests.ts";
import { exampleLines, examplesOf, readModuleTests } from "../../helpers/module-tests.ts";

const app = await testApp({ publicUrl: "https://tenk.example" });
const goodRequest = await goodRequests(app);

// Those with questions are answers over the sample: examples.pipeline.test.ts.
const modules = (await readModuleTests()).filter(({ questions }) => questions === null);
const moduleOf = new Map(
  modules.flatMap((module) => module.endpoints.map(({ name }) => [name, module.name])),
);
const platform = allEndpoints.filter(
  ({ name, type }) => type === "application/json" && moduleOf.has(name),
);

// `vitest run test/api/kernel/platform-examples.db.test.ts -u` writes the examples anew.
test("the example of every other operation is its answer to a good request", async () => {
  const answers: [string, unknown][] = [];
  for (const endpoint of platform) {
    const answer = await app.send(await goodRequest(endpoint));
    expect([endpoint.name, answer.statusCode]).toEqual([endpoint.name, endpoint.status]);
    answers.push([endpoint.name, shownAnswer(answer.json())]);
  }
  for (const [name, own] of Map.groupBy(answers, ([operation]) => moduleOf.get(operation) ?? "")) {
    await expect(exampleLines(own)).toMatchFileSnapshot(examplesOf(name));
  }
});
