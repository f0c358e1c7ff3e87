import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeApplication, makeHirer, makeRole } from "../../helpers/platform/hiring.ts";

const app = await testApp();
const { owner, entityId } = await makeHirer(app);
const rolesAt = `/api/v1/entities/${entityId}/hiring/roles`;

/** Sends the text as it is: JSON.stringify would change what numbers it can have. */
const post = (url: string, payload: string) => {
  const headers = { ...owner.headers, "content-type": "application/json" };
  return app.send({ method: "POST", url, headers, payload });
};
const countRoles = async () => (await app.get(rolesAt, owner.headers)).json().meta.total;

test.each([
  ["0", "0", { min: 0, max: 0 }],
  ["0.01", "0.02", { min: 0.01, max: 0.02 }],
  ["999999999999.99", "1e12", { min: 999_999_999_999.99, max: 1_000_000_000_000 }],
  ["1e-300", "1", { min: 1e-300, max: 1 }],
  ["5e-324", "5e-324", { min: 5e-324, max: 5e-324 }],
  ["50000", "null", { min: 50_000, max: null }],
  ["null", "1", { min: null, max: 1 }],
])("a salary from %s to %s is kept as it is [HIR-17]", async (min, max, kept) => {
  const made = await post(rolesAt, roleWith(min, max));
  expect(made.statusCode, made.body).toBe(201);
  const read = await app.get(`/api/v1/hiring/roles/${made.json().data.id}`, owner.headers);
  expect(read.json().data.salaryRange).toEqual({ ...kept, currency: "EUR", period: "yearly" });
});

test.each([
  ["1", "0.99"],
  ["0", "1000000000001"],
  ["0", "1e12345"],
  ["1e400", "1e400"],
  ["-1e400", "1"],
  ["-0.01", "1"],
  ["-5e-324", "1"],
  ["0", "9223372036854775808"],
  ["0", "NaN"],
  ["0", "Infinity"],
  ["0", '"1"'],
  ["null", "null"],
  ["[1]", "1"],
  ["true", "1"],
])("a salary from %s to %s is refused and makes nothing [HIR-17] [HIR-18]", async (min, max) => {
  const before = await countRoles();
  expect((await post(rolesAt, roleWith(min, max))).statusCode).toBe(400);
  expect(await countRoles()).toBe(before);
});

const roleWith = (min: string, max: string) =>
  `{"title":"Clerk","salaryRange":{"min":${min},"max":${max},"currency":"EUR","period":"yearly"}}`;

test.each(["1e400", "-1e400", "Infinity", "-Infinity", "NaN", '"NaN"', "null", "[4]", "1e-400"])(
  "%s for a score is refused and stores nothing [HIR-85] [HIR-89]",
  async (score) => {
    const { roleId } = await makeRole(app, { by: owner, entityId });
    const id = await makeApplication(app, { roleId, by: await makePerson(app) });
    const at = `/api/v1/entities/${entityId}/hiring/applications/${id}/feedback`;
    const bodies = [
      `{"overallScore":${score},"recommendation":"yes"}`,
      `{"overallScore":4,"recommendation":"yes","dimensionScores":[{"dimensionId":"craft","score":${score}}]}`,
    ];
    for (const body of bodies) expect((await post(at, body)).statusCode).toBe(400);
    expect((await app.get(at, owner.headers)).json().meta.total).toBe(0);
  },
);

test.each([
  ["the title", { title: "x".repeat(1 << 20) }],
  ["the description", { title: "Clerk", description: "x".repeat(1 << 20) }],
  ["a prompt", { title: "Clerk", problemSpecs: [{ prompt: "x".repeat(1 << 20) }] }],
])("a megabyte in %s is refused and makes nothing [HIR-13]", async (_, body) => {
  const before = await countRoles();
  expect([400, 413]).toContain((await post(rolesAt, JSON.stringify(body))).statusCode);
  expect(await countRoles()).toBe(before);
});

test("a megabyte of letter, answer or notes is refused and changes nothing [HIR-44] [HIR-68]", async () => {
  const long = "x".repeat(1 << 20);
  const { roleId } = await makeRole(app, { by: owner, entityId });
  const ann = await makePerson(app);
  const apply = (payload: object) =>
    app.send({
      ...{
        method: "POST",
        url: `/api/v1/hiring/roles/${roleId}/apply`,
        headers: ann.headers,
        payload,
      },
    });
  expect((await apply({ coverLetter: long })).statusCode).toBe(413);
  expect((await apply({ answers: [{ problemSpecId: "p1", content: long }] })).statusCode).toBe(413);
  expect((await app.get("/api/v1/hiring/applications", ann.headers)).json().meta.total).toBe(0);
  const id = await makeApplication(app, { roleId, by: ann });
  const at = `/api/v1/entities/${entityId}/hiring/applications/${id}`;
  const outcome = JSON.stringify({ decision: "withdrawn", notes: long });
  expect((await post(`${at}/outcome`, outcome)).statusCode).toBe(413);
  expect((await app.get(at, owner.headers)).json().data).toMatchObject({
    status: "submitted",
    outcome: null,
  });
});

test.each([[["a", "a"]], [["a", "b", "a"]], [["é", "e\u0301"]]])(
  "dimensions with the ids %j are refused [HIR-23]",
  async (ids) => {
    const dimensions = ids.map((id) => ({ id, name: "Craft", weight: 0.5 }));
    const refused = await post(rolesAt, JSON.stringify({ title: "Clerk", rubric: { dimensions } }));
    expect(refused.statusCode).toBe(400);
  },
);
