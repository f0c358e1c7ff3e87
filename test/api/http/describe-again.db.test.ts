import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";

// Apps of one process share the schemas of the routes.
test("the second API of a process describes itself as the first does", async () => {
  const describe = async () => (await (await testApp()).get("/api/openapi")).body;
  const first = await describe();

  expect(JSON.parse(first).paths).not.toEqual({});
  expect(await describe()).toBe(first);
});
