import { expect, test } from "vitest";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../helpers/app.ts";
import {
  findInjections,
  injections,
  makeBystander,
  storedOf,
} from "../helpers/endpoints/injections.ts";
import { goodRequests } from "../helpers/good-requests.ts";
import { nameOf } from "../helpers/module-tests.ts";
import { makePerson } from "../helpers/people.ts";

const app = await testApp();
const goodRequest = await goodRequests(app);
const bystander = await makePerson(app);

test("each text of an attack in each parameter of every endpoint makes no SQL, no failure, and changes nothing of others", async () => {
  await makeBystander(app, bystander.headers);
  const before = await storedOf(app, bystander.id);
  const found: string[] = [];
  let sent = 0;
  for (const endpoint of allEndpoints) {
    const report = await findInjections(app, goodRequest, endpoint, () => injections);
    sent += report.sent;
    found.push(...report.found.map((one) => `${nameOf(endpoint)} ${one}`));
  }
  console.log(`${sent} requests to ${allEndpoints.length} endpoints`);

  expect(found).toEqual([]);
  expect(await storedOf(app, bystander.id)).toEqual(before);
});
