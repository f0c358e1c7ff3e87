import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";
import { rounds, together } from "../../helpers/races.ts";

const app = await testApp();
const [founder, investor, stranger] = (await Promise.all(
  Array.from({ length: 3 }, () => makePerson(app)),
)) as [Person, Person, Person];

const ask = (method: "GET" | "POST" | "DELETE", url: string, who: Person, payload?: object) =>
  app.send({
    method,
    url: `/v2${url}`,
    headers: who.headers,
    ...(payload === undefined ? {} : { payload }),
  });
const equity = { instrument: "equity", targetAmount: "100", currency: "USD" };
const idsOf = async (url: string, who: Person) =>
  (await ask("GET", url, who)).json().data.map(({ id }: { id: string }) => id) as string[];

/** An accepted engagement of a startup, of an own one unless given. */
async function accepted(startup?: { id: string }) {
  const { id } = startup ?? (await makeStartup(app, founder));
  const at = `/startups/${id}/engagement-requests` as const;
  const asked = {
    kind: "meeting",
    subject: "Talk",
    reason: "Robots",
    idempotencyKey: randomUUID(),
  };
  const made = await must(app, investor, `POST ${at}`, asked);
  await must(app, founder, `POST ${at}/${made.id}/response`, { decision: "accept" });
  const handOff = async () =>
    (await ask("POST", `${at}/${made.id}/capital-outcomes-handoff`, founder)).json().data;
  return { id, handOff };
}
const activate = (id: string) =>
  must(app, founder, `POST /startups/${id}/capital-objectives`, equity);
const close = (id: string, objectiveId: string) =>
  must(app, founder, `POST /startups/${id}/capital-objectives/${objectiveId}/close`);

/** A startup that the investor follows. */
async function followed() {
  const { id } = await makeStartup(app, founder);
  const at = `/startups/${id}/follow-requests` as const;
  const made = await must(app, investor, `POST ${at}`, aFollow());
  await must(app, founder, `POST ${at}/${made.id}/response`, { decision: "approve" });
  return { id, followId: made.id as string };
}
const invite = (id: string, followerId: string) =>
  ask("POST", `/startups/${id}/engagement-invitations`, founder, {
    ...{ followerId, kind: "meeting", idempotencyKey: randomUUID() },
  });

describe("a handoff without an active objective [STP-71] [O-63]", () => {
  test("gets the one that is activated next, and keeps it", async () => {
    const { id, handOff } = await accepted();
    const neighbour = await accepted();
    const before = await handOff();
    expect([before.objectiveId, (await neighbour.handOff()).objectiveId]).toEqual([null, null]);

    const first = await activate(id);
    expect(await handOff()).toEqual({ ...before, objectiveId: first.id });
    await close(id, first.id);
    await activate(id);
    expect(await handOff()).toEqual({ ...before, objectiveId: first.id });
    expect((await neighbour.handOff()).objectiveId).toBeNull();
  });

  test("of a startup are all given it, those after it has closed are not", async () => {
    const startup = await makeStartup(app, founder);
    const [one, two, late] = await Promise.all([1, 2, 3].map(() => accepted(startup)));
    await Promise.all([one?.handOff(), two?.handOff()]);
    const objective = await activate(startup.id);
    await close(startup.id, objective.id);

    const given = [await one?.handOff(), await two?.handOff(), await late?.handOff()];
    expect(given.map(({ objectiveId }) => objectiveId)).toEqual([objective.id, objective.id, null]);
  });

  test("made while an objective is activated is never left without it", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const startup = await makeStartup(app, founder);
      const many = await Promise.all(Array.from({ length: 8 }, () => accepted(startup)));
      const made = await together(async (n) =>
        n % 2 === 0
          ? many[n / 2]?.handOff()
          : (
              await ask("POST", `/startups/${startup.id}/capital-objectives`, founder, equity)
            ).json().data,
      );
      const [objectiveId] = await idsOf(`/startups/${startup.id}/capital-objectives`, founder);
      const after = await Promise.all(many.map(({ handOff }) => handOff()));
      expect(made.length).toBe(16);
      expect(after.map((one) => one.objectiveId)).toEqual(Array(8).fill(objectiveId));
    }
  });
});

describe("what a startup made can be listed [O-63]", () => {
  test("objectives, active and closed, by those who manage it", async () => {
    const { id } = await makeStartup(app, founder);
    const other = await makeStartup(app, founder);
    const first = await activate(id);
    await close(id, first.id);
    const second = await activate(id);
    await activate(other.id);

    const at = `/startups/${id}/capital-objectives`;
    const { data, meta } = (await ask("GET", at, founder)).json();
    expect(data.map((one: { id: string; status: string }) => [one.id, one.status])).toEqual([
      [second.id, "active"],
      [first.id, "closed"],
    ]);
    expect(meta).toMatchObject({ total: 2, limit: 20, offset: 0, hasMore: false });
    expect(await idsOf(`${at}?limit=1&offset=1`, founder)).toEqual([first.id]);
    expect((await ask("GET", at, investor)).statusCode).toBe(403);
    expect((await ask("GET", `${at}?limit=x`, founder)).statusCode).toBe(400);
  });

  test("invitations that were sent, but none across a block", async () => {
    const { id } = await followed();
    const elsewhere = await followed();
    const sent = (await invite(id, investor.id)).json().data;
    await invite(elsewhere.id, investor.id);

    const at = `/startups/${id}/engagement-invitations`;
    expect((await ask("GET", at, founder)).json().data).toEqual([sent]);
    expect((await ask("GET", at, investor)).statusCode).toBe(403);
    const block = { url: `/api/v1/users/me/blocks/${founder.id}`, headers: investor.headers };
    await app.send({ method: "PUT", ...block });
    expect(await idsOf(at, founder)).toEqual([]);
    await app.send({ method: "DELETE", ...block });
    expect(await idsOf(at, founder)).toEqual([sent.id]);
  });

  test("programs, each by its owner", async () => {
    const own = await must(app, founder, "POST /programs", { name: "Autumn batch" });
    const others = await must(app, stranger, "POST /programs", { name: "Autumn batch" });

    expect((await ask("GET", "/programs", founder)).json().data).toEqual([own]);
    expect(await idsOf("/programs", stranger)).toEqual([others.id]);
    expect(await idsOf("/programs", investor)).toEqual([]);
  });
});

describe("the ids of a follow and of its follower [O-63]", () => {
  test("are told apart where one is sent for the other, to those who manage the startup", async () => {
    const { id, followId } = await followed();
    const wrong = await invite(id, followId);
    expect([wrong.statusCode, wrong.json().error.message]).toEqual([
      400,
      `followerId is the id of a follow; send the id of its follower, the account ${investor.id}`,
    ]);
    // Of another startup it is an id like any other.
    const elsewhere = await invite((await makeStartup(app, founder)).id, followId);
    expect([elsewhere.statusCode, elsewhere.body.includes(investor.id)]).toEqual([409, false]);

    const end = (who: Person) => ask("DELETE", `/startups/${id}/followers/${investor.id}`, who);
    const refused = await end(founder);
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      404,
      `Follow not found: this is the account of a follower, whose follow is ${followId}`,
    ]);
    expect((await end(stranger)).json().error.message).toBe("Follow not found");
    expect(await idsOf(`/startups/${id}/followers`, founder)).toEqual([followId]);
    const ended = await ask("DELETE", `/startups/${id}/followers/${followId}`, founder);
    expect(ended.statusCode).toBe(200);
  });
});
