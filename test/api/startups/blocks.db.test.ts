import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { makeSuggestions, verifyInvestor } from "#api/modules/investors/service.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();

type Method = "GET" | "POST" | "PUT" | "DELETE";
const ask = (method: Method, url: string, who: Person, payload?: object) =>
  app.send({
    method,
    url,
    headers: who.headers,
    ...(payload === undefined ? {} : { payload }),
  });
const aMeeting = () => ({
  ...{ kind: "meeting", subject: "A talk", reason: "We fund robotics" },
  idempotencyKey: randomUUID(),
});

/** A founder's startup, and an investor who keeps it, follows it and has asked for a meeting, before any block. */
async function makeScene() {
  const sector = `Sector ${randomUUID()}`;
  const email = `investor-${randomUUID()}@example.com`;
  const [founder, investor] = [await makePerson(app), await makePerson(app, email)];
  await verifyInvestor(app.db, { email, firm: null });
  const { id, slug, entityId } = await makeStartup(app, founder, { sector });
  const follows = `/startups/${id}/follow-requests` as const;
  const { id: followId } = await must(app, investor, `POST ${follows}`, aFollow());
  const save = await must(app, investor, "POST /investor/startup-profile-saves", {
    startupListingId: id,
  });
  const list = await must(app, investor, "POST /investor/startup-watchlists", { name: "Mine" });
  await must(app, investor, `POST /investor/startup-watchlists/${list.id}/items`, {
    startupListingId: id,
  });
  const mandate = await must(app, investor, "POST /investment-mandates", {
    ...{ principalType: "person", name: "Mine", sectors: [sector], discoverable: true },
  });
  await makeSuggestions(app);
  const made = { sector, founder, investor, id, slug, entityId, followId, save, list, mandate };
  const engagement = await must(app, investor, `POST /startups/${id}/engagement-requests`, {
    ...aMeeting(),
  });
  return { ...made, engagement };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

const approve = ({ founder, id, followId }: Scene) =>
  ask("POST", `/v2/startups/${id}/follow-requests/${followId}/response`, founder, {
    decision: "approve",
  });
const block = (by: Person, whom: Person) => ask("PUT", `/api/v1/users/me/blocks/${whom.id}`, by);
const suggestionsOf = async ({ mandate, investor }: Scene) =>
  ask(
    "GET",
    `/v2/capital-providers/${mandate.capitalProviderListingId}/match-suggestions`,
    investor,
  );

describe.each(["the founder", "the investor"] as const)("after %s has blocked the other", (by) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await makeScene();
    const { founder, investor } = scene;
    expect((await approve(scene)).statusCode).toBe(200);
    const [one, other] = by === "the founder" ? [founder, investor] : [investor, founder];
    await block(one, other);
  });

  test("the investor does not find the startup, at any of its addresses or in any list [STP-18]", async () => {
    const { investor, id, slug, entityId, sector, list, save } = scene;
    const missing = await ask("GET", `/v2/startups/${randomUUID()}`, investor);
    const plain = (text: string) => text.replace(/"traceId":"[^"]*"/, "");
    for (const at of [id, slug, entityId]) {
      const answer = await ask("GET", `/v2/startups/${at}`, investor);
      expect([answer.statusCode, plain(answer.body)]).toEqual([404, plain(missing.body)]);
    }
    const others: [Method, string, object?][] = [
      ["GET", `/v2/entities/${entityId}/startup-listing`],
      ["GET", `/v2/entities/${entityId}/baseline`],
      ["GET", `/v2/investor/startups/${id}/notes`],
      ["POST", `/v2/investor/startups/${id}/notes`, { body: "Good" }],
      ["GET", `/v2/investor/startup-profile-saves/${save.id}`],
      ["POST", "/v2/investor/startup-profile-saves", { startupListingId: slug }],
      ["POST", `/v2/investor/startup-watchlists/${list.id}/items`, { startupListingId: entityId }],
    ];
    for (const [method, url, payload] of others) {
      expect([url, (await ask(method, url, investor, payload)).statusCode]).toEqual([url, 404]);
    }
    const filter = `sector=${encodeURIComponent(sector)}`;
    const lists = [
      `/v2/startups?${filter}`,
      `/v2/investor/startups/search?${filter}`,
      "/v2/investor/startup-profile-saves",
    ];
    for (const url of lists) {
      const { data, meta } = (await ask("GET", url, investor)).json();
      expect([url, data, meta.total]).toEqual([url, [], 0]);
    }
    const watched = await ask("GET", `/v2/investor/startup-watchlists/${list.id}`, investor);
    expect(watched.json().data).toMatchObject({ itemCount: 0, items: [] });
  });

  test("the investor can neither ask to follow nor ask to engage [STP-32] [STP-61]", async () => {
    const { investor, id } = scene;
    const asked = [
      await ask("POST", `/v2/startups/${id}/follow-requests`, investor, aFollow()),
      await ask("POST", `/v2/startups/${id}/engagement-requests`, investor, aMeeting()),
    ];
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  });

  test("neither is suggested to the other, also after the next run of the job [STP-55] [STP-58]", async () => {
    const { founder, id } = scene;
    for (const again of [false, true]) {
      if (again) await makeSuggestions(app);
      const own = await ask("GET", `/v2/startups/${id}/match-suggestions`, founder);
      expect([own.json().data, (await suggestionsOf(scene)).json().data]).toEqual([[], []]);
    }
  });

  test("the founder does not meet the investor among followers, requests and invited people [STP-67]", async () => {
    const { founder, investor, id, engagement } = scene;
    const lists = [`/v2/startups/${id}/followers`, `/v2/startups/${id}/engagement-requests`];
    for (const url of lists) {
      expect([url, (await ask("GET", url, founder)).json().data]).toEqual([url, []]);
    }
    const audiences = await ask("GET", `/v2/startups/${id}/profile/preview-audiences`, founder);
    for (const { followers } of audiences.json().data) expect(followers).toBe(0);
    const invitation = {
      ...{ followerId: investor.id, kind: "meeting", idempotencyKey: randomUUID() },
    };
    const answers = [
      await ask("POST", `/v2/startups/${id}/engagement-invitations`, founder, invitation),
      await ask(
        "POST",
        `/v2/startups/${id}/engagement-requests/${engagement.id}/response`,
        founder,
        { decision: "accept" },
      ),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 404]);
  });

  test("the founder can still end the follow for good, and everything else is as before without the block", async () => {
    const { founder, investor, id, followId } = scene;
    const [one, other] = by === "the founder" ? [founder, investor] : [investor, founder];
    await ask("DELETE", `/api/v1/users/me/blocks/${other.id}`, one);
    const again = await ask("GET", `/v2/startups/${id}`, investor);
    expect(again.json().data.viewer).toMatchObject({ audience: "capital", following: true });
    expect((await suggestionsOf(scene)).json().data).toHaveLength(1);
    await block(one, other);
    const ended = await ask("DELETE", `/v2/startups/${id}/followers/${followId}`, founder);
    expect(ended.json().data.status).toBe("revoked");
  });
});

test("a request of a person who is blocked leaves the founder's inbox and cannot be approved [STP-36] [STP-82]", async () => {
  const scene = await makeScene();
  const { founder, investor, id, followId } = scene;
  const stranger = await makePerson(app);
  await block(founder, stranger);
  const inboxes = ["/v2/me/startup-follow-requests", `/v2/startups/${id}/follow-requests`];
  for (const url of inboxes) expect((await ask("GET", url, founder)).body).toContain(followId);
  await block(founder, investor);
  for (const url of inboxes) {
    const { data, meta } = (await ask("GET", url, founder)).json();
    expect([url, data, meta.total]).toEqual([url, [], 0]);
  }
  expect((await approve(scene)).statusCode).toBe(404);
  // A block concerns two people: others find the startup as before.
  const [other] = [await makePerson(app)];
  expect((await ask("GET", `/v2/startups/${id}`, other)).statusCode).toBe(200);
});
