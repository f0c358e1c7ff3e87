import { expect, test } from "vitest";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { shownAnswer } from "../../helpers/endpoints/example-answers.ts";
import { goodRequests } from "../../helpers/good-requests.ts";
import { exampleLines, readModuleTests } from "../../helpers/module-tests.ts";

const app = await testApp({ publicUrl: "https://tenk.example" });
const goodRequest = await goodRequests(app);
const modules = await readModuleTests();
const withBody = new Set(allEndpoints.filter(({ body }) => body !== null).map(({ name }) => name));

// `vitest run test/api/data/request-examples.db.test.ts -u` writes the examples anew.
test.each(modules)("bodies of $name are shown as its good requests send them", async (module) => {
  const bodies: [string, unknown][] = [];
  for (const endpoint of module.endpoints.filter(({ name }) => withBody.has(name))) {
    const { payload } = await goodRequest(endpoint);
    if (typeof payload === "object") bodies.push([endpoint.name, shownAnswer(payload)]);
  }
  if (bodies.length === 0) return;
  await expect(exampleLines(bodies)).toMatchFileSnapshot(
    `../../../api/modules/${module.name}/requests.jsonl`,
  );
});

interface Operation {
  operationId: string;
  requestBody?: {
    content: Record<string, { example?: unknown; schema: { $ref?: string; examples?: unknown[] } }>;
  };
}

test("every body in JSON has an example, which the operation takes", async () => {
  const document = (await app.get("/api/openapi")).json();
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>)
    .flatMap((item) => Object.values(item))
    .filter(({ requestBody }) => requestBody?.content["application/json"] !== undefined);
  // The handler reads a signed body as text.
  const read = allEndpoints.filter(({ signed }) => !signed);
  const schemas = new Map(read.map(({ name, body }) => [name, body]));
  const refused: string[] = [];
  for (const { operationId, requestBody } of operations) {
    const { example, schema } = requestBody?.content["application/json"] ?? { schema: {} };
    const shown = example ?? schema.examples?.[0];
    if (!(schemas.get(operationId)?.safeParse(shown).success ?? true) || shown === undefined) {
      refused.push(operationId);
    }
  }

  expect(operations.length).toBeGreaterThan(120);
  expect(refused).toEqual([]);
});
