import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { isRule } from "#api/auth/access.ts";
import { isRepeatable } from "#api/http/requests/idempotency.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { tokenIn } from "../../helpers/browser.ts";
import { goodRequests } from "../../helpers/good-requests.ts";
import { makePerson } from "../../helpers/people.ts";

const app = await testApp();
const good = await goodRequests(app);

/** What a caller is only as long as others let them: endpoints whose replays must end with it. */
const ofTeams = allEndpoints.filter(isRepeatable).filter(({ name, access }) => {
  if (!isRule(access)) return ["createFiling", "createRoleSimply"].includes(name);
  if (access.rule === "team" || access.rule === "organization") return true;
  return access.rule === "custom" && /(admin|member) of/.test(access.needs);
});

/** Everybody is removed from everything. */
async function removeMembers(): Promise<void> {
  await app.db.execute(sql`delete from entity_member`);
  await app.db.execute(sql`delete from organization_member`);
  await app.db.execute(sql`delete from room_member`);
  await app.db.execute(sql`update entity set owner_id = null, published = false`);
}

describe("who was removed gets no first answer again from", () => {
  test("any operation of a team, an organization or a room", () => {
    expect(ofTeams.length).toBeGreaterThan(20);
  });

  test.each(ofTeams.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "%s [A-33]",
    async (_, one) => {
      const request = await good(one);
      const headers = { ...request.headers, "idempotency-key": randomUUID() };
      const first = await app.send({ ...request, headers });
      expect(first.statusCode).toBe(one.status);
      // Leaving is what a member does once: its answer stays the same.
      const left = one.name === "leaveRoom";

      await removeMembers();
      const second = await app.send({ ...request, headers });

      expect(second.statusCode < 300).toBe(left);
      expect(second.body === first.body).toBe(left);
    },
  );

  test("a report of their former team by POST /v1/reports.get and none by POST /v2/reports", async () => {
    const ann = await makePerson(app);
    const eve = await makePerson(app);
    const made = await app.send({
      method: "POST",
      url: "/api/v1/entities",
      headers: ann.headers,
      payload: { name: "Of reports" },
    });
    const entityId = made.json().data.id as string;
    await app.db.execute(
      sql`insert into entity_member (entity_id, user_id, role) values (${entityId}, ${eve.id}, 'admin')`,
    );
    const post = (url: string, payload: object, headers: object) =>
      app.send({
        method: "POST",
        url,
        headers: { ...headers, "idempotency-key": `key ${url}`.replace(" ", "-") },
        payload,
      });
    const report = { title: "Ours", report_type: "annual_report", data: {}, entity_id: entityId };
    const id = (await post("/v2/reports", report, ann.headers)).json().data.id as string;
    const ask = () =>
      Promise.all([
        post("/v1/reports.get", { id }, eve.headers),
        post("/v2/reports", report, eve.headers),
      ]);
    expect((await ask()).map((one) => one.statusCode)).toEqual([200, 201]);
    expect((await ask()).map((one) => one.headers["idempotent-replayed"])).toEqual([
      "true",
      "true",
    ]);

    await app.db.execute(sql`delete from entity_member where user_id = ${eve.id}`);

    expect((await ask()).map((one) => one.statusCode)).toEqual([404, 404]);
  });
});

test("a repeated sign-in gives no token after signing out, nor before", async () => {
  const payload = { email: "again@example.com", password: "correct horse battery" };
  const post = (path: string, body: object, headers = {}) =>
    app.send({ method: "POST", url: `/auth/${path}`, payload: body, headers });
  await post("register", payload);
  await post("verify-email", { token: tokenIn(app.mails.at(-1)?.text) });
  const key = { "idempotency-key": "sign-in-again" };
  const first = (await post("sign-in", payload, key)).json().data;
  const noTokens = { ...first, accessToken: null, refreshToken: null };

  expect((await post("sign-in", payload, key)).json().data).toEqual(noTokens);
  await post("sign-out", { refreshToken: first.refreshToken });
  const replay = await post("sign-in", payload, key);

  expect(replay.json().data).toEqual(noTokens);
  expect(replay.headers["idempotent-replay-omits"]).toBe("accessToken, refreshToken, token");
  const anew = (await post("sign-in", payload)).json().data;
  expect(anew.accessToken).toMatch(/^ey/);
});
