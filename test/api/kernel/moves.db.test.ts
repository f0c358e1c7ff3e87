import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { organization as inOrganization } from "#api/auth/access.ts";
import { moves } from "#api/data/moves.ts";
import { one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { allEndpoints } from "#api/modules.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { organization } from "#schemas/tables/accounts/organization.ts";
import { testApp } from "../../helpers/app.ts";
import { clients, rounds, together } from "../../helpers/races.ts";

const organizationMoves = moves({
  name: "Organization",
  table: organization,
  acts: {
    archive: { from: ["active"], to: "archived" },
    close: { from: ["active"], to: "archived", repeat: "same" },
    restore: { from: ["archived"], to: "active" },
  },
  auditOf: ({ id }) => ({ subjectType: "organization", subjectId: id }),
});

const { endpoint } = moduleOf({ tag: "Tests", family: v2 });
const params = z.object({ id: z.uuid() });
const answers = one(z.object({ status: z.string(), isChanged: z.boolean() }));

const served = (["archive", "close", "restore"] as const).map((act) =>
  endpoint({
    at: `POST /moves/:id/${act}`,
    name: `${act}Test`,
    summary: `Move: ${act}`,
    description: organizationMoves.text(act),
    access: inOrganization("owner", "id"),
    params,
    answers,
    handle: async ({ params: { id }, caller, deps }) => {
      const { row, isChanged } = await organizationMoves.make(deps.db, act, {
        id,
        actorId: caller.userId,
      });
      return { status: row.status, isChanged };
    },
  }),
);

const app = await testApp({}, [...allEndpoints, ...served]);
const headers = await app.signIn("ann@moves.example");
const make = async (): Promise<string> =>
  (
    await app.send({
      method: "POST",
      url: "/api/v1/organizations",
      headers,
      payload: { name: "Moves" },
    })
  ).json().data.id;
const act = (id: string, name: "archive" | "close" | "restore") =>
  app.send({ method: "POST", url: `/v2/moves/${id}/${name}`, headers });
const rowOf = async (id: string) =>
  (await app.db.select().from(organization).where(eq(organization.id, id)))[0];
const eventsOf = async (id: string) =>
  (await app.db.select().from(auditEvent).where(eq(auditEvent.subjectId, id))).filter(
    ({ action }) => action !== "organization.created",
  );

test("an accepted move changes state and updatedAt, and is in the audit log with who, from and to", async () => {
  const id = await make();
  await app.db
    .update(organization)
    .set({ updatedAt: "2020-01-01T00:00:00Z" })
    .where(eq(organization.id, id));

  expect((await act(id, "archive")).json().data).toEqual({ status: "archived", isChanged: true });
  expect(Date.parse((await rowOf(id))?.updatedAt ?? "")).toBeGreaterThan(Date.parse("2021-01-01"));
  const me = (await app.get("/api/v1/users/me", headers)).json().data.id;
  expect(await eventsOf(id)).toMatchObject([
    { actorId: me, action: "organization.archive", detail: { id, from: "active", to: "archived" } },
  ]);
});

test("a refused move is 409 that names the current state, and changes nothing, updatedAt included [STA-11] [ERR-13]", async () => {
  const id = await make();
  const before = await rowOf(id);
  const answer = await act(id, "restore");

  expect(answer.statusCode).toBe(409);
  expect(answer.json().error).toMatchObject({
    code: "CONFLICT",
    message: "Organization is active; restore is possible only from archived",
  });
  expect(await rowOf(id)).toEqual(before);
  expect(await eventsOf(id)).toEqual([]);
});

test("a repeat of a move that allows it answers 200 and changes nothing [A-15] [STA-11]", async () => {
  const id = await make();
  await act(id, "close");
  const before = await rowOf(id);
  const again = await act(id, "close");

  expect([again.statusCode, again.json().data]).toEqual([
    200,
    { status: "archived", isChanged: false },
  ]);
  expect(await rowOf(id)).toEqual(before);
  expect(await eventsOf(id)).toHaveLength(1);
  expect((await act(id, "archive")).statusCode).toBe(409);
});

test("a condition beside the state is part of the same update, and further columns move with it", async () => {
  const id = await make();
  const request = { id, actorId: null, set: { name: "Renamed" }, refusal: "Not on a Sunday" };
  const refused = organizationMoves.make(app.db, "archive", { ...request, where: sql`false` });

  await expect(refused).rejects.toMatchObject({ status: 409, message: "Not on a Sunday" });
  expect((await rowOf(id))?.name).toBe("Moves");
  const { row } = await organizationMoves.make(app.db, "archive", { ...request, where: sql`true` });
  expect([row.name, row.status]).toEqual(["Renamed", "archived"]);
});

describe(`${clients} clients at once`, () => {
  test(`on one move: one wins, the others are told the state, ${rounds} rounds [STA-12]`, async () => {
    const id = await make();
    for (let round = 0; round < rounds; round += 1) {
      const name = round % 2 === 0 ? "archive" : "restore";
      const answers = await together(() => act(id, name));
      const statuses = answers.map((one) => one.statusCode).sort();
      expect(statuses).toEqual([200, ...Array<number>(clients - 1).fill(409)]);
    }
    expect(await eventsOf(id)).toHaveLength(rounds);
  });

  test("on a move that may be repeated: all succeed, one changes something [STA-12]", async () => {
    const id = await make();
    const answers = await together(() => act(id, "close"));
    expect(answers.filter((one) => one.json().data.isChanged)).toHaveLength(1);
    expect(new Set(answers.map((one) => one.statusCode))).toEqual(new Set([200]));
    expect(await eventsOf(id)).toHaveLength(1);
  });
});
