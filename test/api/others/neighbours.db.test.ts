import { describe, expect, test } from "vitest";
import type { Endpoint } from "#api/http/endpoint.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { auditEvent, namingMembers } from "#schemas/tables/accounts/audit.ts";
import { testApp } from "../../helpers/app.ts";
import { neighbourOf } from "../../helpers/endpoints/neighbours.ts";
import { goodRequests, makeSampleCompany } from "../../helpers/good-requests.ts";
import { nameOf, readModuleTests } from "../../helpers/module-tests.ts";
import { makePerson, type Team } from "../../helpers/people.ts";
import { fillPerson } from "../leaving/fill-person.ts";

const app = await testApp();
const isAct = ({ method }: Endpoint) => method !== "GET";
const modules = (await readModuleTests()).filter(({ endpoints }) => endpoints.some(isAct));
const { id: companyId } = await makeSampleCompany(app);

async function makeTeamOf(name: string): Promise<Team> {
  const person = (role: string) => makePerson(app, `${role}-of-${name}@example.com`);
  return {
    ...{ owner: await person("owner"), stranger: await person("stranger") },
    ...{ member: await person("member"), permitted: await person("permitted") },
  };
}

// The neighbour does everything but delete: they have what the other one has, about the same company.
const neighbours = await makeTeamOf("bob");
const bobs = await goodRequests(app, { team: neighbours, companyId });
const refused: string[] = [];
for (const endpoint of modules.flatMap(({ endpoints }) => endpoints.filter(isAct))) {
  if (endpoint.method === "DELETE") continue;
  const { statusCode } = await app.send(await bobs(endpoint));
  if (statusCode >= 400) refused.push(`${nameOf(endpoint)} ${statusCode}`);
}
// Another one has a row of each table that names a person.
await fillPerson(app.db, (await makePerson(app)).id, "example");
const neighbour = await neighbourOf(app.db);
const anns = await goodRequests(app, { team: await makeTeamOf("ann"), companyId });

test("the neighbour has much that could change", () => {
  expect(refused).toEqual([]);
  expect(neighbour.rows).toBeGreaterThan(500);
});

describe("no row of the neighbour is changed by an act of another one on what is theirs [CNV-37]", () => {
  test.each(modules)("$name", async ({ endpoints }) => {
    for (const endpoint of endpoints.filter(isAct)) {
      const { statusCode } = await app.send(await anns(endpoint));
      expect(`${nameOf(endpoint)} ${statusCode}`).toBe(`${nameOf(endpoint)} ${endpoint.status}`);
    }
    const changes = (await neighbour.changes()).flatMap(({ what }) => what);
    expect(changes).toEqual([]);
  });
});

test("audit events of all acts name people by id, in the declared members alone [USR-11]", async () => {
  const accounts = await app.db.select().from(userAccount);
  const names = accounts.flatMap(({ id, email, slug }) => [id, email, slug]);
  const events = await app.db.select().from(auditEvent);
  const wrong = events.flatMap(({ action, detail }) =>
    Object.entries(detail)
      .filter(([member]) => !(namingMembers as readonly string[]).includes(member))
      .filter(([, value]) => names.some((name) => JSON.stringify(value).includes(name)))
      .map(([member]) => `${action} ${member}`),
  );
  expect(new Set(events.map(({ action }) => action)).size).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});
