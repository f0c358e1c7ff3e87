import { expect, test } from "vitest";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import {
  findInjections,
  injections,
  makeBystander,
  storedOf,
} from "../../helpers/endpoints/injections.ts";
import { goodRequests } from "../../helpers/good-requests.ts";
import { nameOf } from "../../helpers/module-tests.ts";
import { makePerson } from "../../helpers/people.ts";

// `npm run trial` sends each text into each parameter; here each parameter gets one of them.
const app = await testApp();
const goodRequest = await goodRequests(app);
const bystander = await makePerson(app);
await makeBystander(app, bystander.headers);
const before = await storedOf(app, bystander.id);
let sent = 0;

test.each(allEndpoints.map((one, at) => [nameOf(one), one, at] as const))(
  "%s makes no SQL of what is sent in any parameter, and fails at none",
  async (_, endpoint, at) => {
    const choose = (n: number) => [injections[(at * 7 + n) % injections.length] ?? ""];
    const report = await findInjections(app, goodRequest, endpoint, choose);
    sent += report.sent;

    expect(report.found).toEqual([]);
  },
);

test("nothing that is stored of an account which took no part has changed", async () => {
  expect(sent).toBeGreaterThan(allEndpoints.length * 2);
  expect(before.length).toBeGreaterThan(7);
  expect(await storedOf(app, bystander.id)).toEqual(before);
});

test("SQL that is made of a text is noticed", async () => {
  const endpoint = allEndpoints.find(({ name }) => name === "searchEntities");
  if (endpoint === undefined) throw new Error("no such endpoint");
  const send: typeof app.send = async (request) => {
    const { rows } = await app.database.pool.query(
      `select '${String(request.url).slice(0, 5)}zq9x'`,
    );
    expect(rows).toHaveLength(1);
    return app.send(request);
  };
  const { found } = await findInjections({ ...app, send }, goodRequest, endpoint, () => ["zq9x"]);

  expect(found[0]).toContain("SQL was made of it");
});
