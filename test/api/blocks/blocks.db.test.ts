import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person, verifyEmail } from "../../helpers/people.ts";
import { makeOwnEntity, publishEntity } from "../../helpers/platform/directory.ts";
import { makeRole, saveSkills } from "../../helpers/platform/hiring.ts";
import { addToRoom, makeRoom } from "../../helpers/platform/rooms.ts";
import { must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101" };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
const ask = (who: Person, method: Method, url: string, payload?: object) =>
  app.send({
    method,
    url,
    headers: { ...browser, ...who.headers },
    ...(payload === undefined ? {} : { payload }),
  });

interface Scene {
  /** Owns the entity, the room and the portfolio. */
  owner: Person;
  /** May do all for the entity, and is party to no block. */
  colleague: Person;
  /** With the block. */
  apart: Person;
  /** Without one. */
  neighbour: Person;
  emails: Map<Person, string>;
  entityId: string;
  slug: string;
  /** The listing of the entity in the directory. */
  at: string;
  packageId: string;
  privateReport: string;
  publicReport: string;
  roleId: string;
  room: { roomId: string; handle: string };
}

async function makeReports(colleague: Person, entityId: string) {
  const ids: string[] = [];
  for (const isPublic of [false, true]) {
    const { id } = await must(app, colleague, "POST /reports", {
      ...{ title: "R", report_type: "projection", data: {}, entity_id: entityId },
      is_public: isPublic,
    });
    await must(app, colleague, `PATCH /reports/${id}`, { status: "submitted" });
    ids.push(id);
  }
  return ids as [string, string];
}

async function makeScene(): Promise<Scene> {
  const emails = new Map<Person, string>();
  const [owner, colleague, apart, neighbour] = (await Promise.all(
    Array.from({ length: 4 }, async () => {
      const email = `${randomUUID()}@example.com`;
      const person = await makePerson(app, email);
      emails.set(person, email);
      await verifyEmail(app, person.id);
      return person;
    }),
  )) as [Person, Person, Person, Person];
  const { id: entityId, slug } = await makeOwnEntity(app, owner, `Block ${randomUUID()}`);
  await must(app, owner, `PUT /entities/${entityId}/contacts`, {
    fields: [{ kind: "email", label: "Us", value: "us@example.com", visibility: "connected" }],
  });
  await publishEntity(app, owner, entityId);
  const invite = { userId: colleague.id, role: "admin" };
  const invited = await ask(owner, "POST", `/api/v1/entities/${entityId}/members`, invite);
  await ask(colleague, "POST", `/api/v1/invitations/${invited.json().data.id}/accept`);
  const [privateReport, publicReport] = await makeReports(colleague, entityId);
  const packages = `/directory/entity-profile/${entityId}/packages` as const;
  const { id: packageId } = await must(app, owner, `POST ${packages}`, {
    ...{ title: "Room", reportIds: [privateReport] },
  });
  const { roleId } = await makeRole(app, { by: owner, entityId });
  const room = await makeRoom(app, owner, { discovery: "discoverable", joining: "open" });
  await addToRoom(app, room, [[colleague, "admin"]]);
  const made = { owner, colleague, apart, neighbour, emails, entityId, slug };
  const at = `/v2/directory/entity/${slug}`;
  return { ...made, at, packageId, privateReport, publicReport, roleId, room };
}

const block = ({ owner, apart }: Scene, by: By, method: "PUT" | "DELETE" = "PUT") => {
  const [one, other] = by === "the owner" ? [owner, apart] : [apart, owner];
  return ask(one, method, `/api/v1/users/me/blocks/${other.id}`);
};
type By = "the owner" | "the other person";

/** Shares a portfolio of the owner; whether the person reads it. */
async function sharePortfolio({ owner, emails }: Scene, who: Person) {
  const { id } = await must(app, owner, "POST /portfolios", { name: "P" });
  const email = emails.get(who) ?? "";
  await must(app, owner, `POST /portfolios/${id}/collaborators`, { email, role: "viewer" });
  return async () => [
    (await ask(who, "GET", `/v2/portfolios/${id}`)).statusCode,
    (await ask(who, "GET", "/v2/portfolios")).json().meta.total,
  ];
}

/** Invites to the team by address; mails, invitations in the person's list, and what accepting answers. */
async function inviteToTeam({ entityId, emails }: Scene, who: Person, by: Person) {
  const email = emails.get(who) ?? "";
  const url = `/api/v1/entities/${entityId}/members`;
  const answer = await ask(by, "POST", url, { email, role: "member" });
  const { id } = answer.json().data;
  const listed = (await ask(who, "GET", "/api/v1/invitations")).json().meta.total;
  const accepted = await ask(who, "POST", `/api/v1/invitations/${id}/accept`);
  const mails = app.mails.filter(({ to }) => to === email).length;
  return [answer.statusCode, mails, listed, accepted.statusCode];
}

/** Invites to the room; invitations in the person's list, and what reading and accepting answer. */
async function inviteToRoom({ room }: Scene, who: Person, by: Person) {
  const url = "/v2/messaging";
  const body = { userId: who.id };
  const answer = await ask(by, "POST", `${url}/rooms/${room.roomId}/invitations`, body);
  const at = `${url}/invitations/${answer.json().data.id}`;
  const listed = (await ask(who, "GET", `${url}/invitations`)).json().meta.total;
  const read = (await ask(who, "GET", at)).statusCode;
  const accepted = await ask(who, "POST", `${at}/response`, { decision: "accept" });
  return [answer.statusCode, listed, read, accepted.statusCode];
}

/** Whether a role of the entity finds the person, asked by the colleague, and is recommended to the person. */
async function isMatched({ colleague, entityId }: Scene, who: Person) {
  const skill = `skill ${randomUUID()}`;
  const skills = [{ name: skill, importance: "required" }];
  const { roleId } = await makeRole(app, { by: colleague, entityId, values: { skills } });
  await saveSkills(app, who, [{ name: skill }]);
  const url = `/api/v1/entities/${entityId}/hiring/roles/${roleId}/matches`;
  const found = (await ask(colleague, "GET", url)).json().data;
  const recommended = (await ask(who, "GET", "/api/v1/hiring/roles/recommended")).json().data;
  return [found.length, recommended.length];
}

const view = () => ({ operationId: randomUUID() });
/** Each act, with what a person gets who has a block between, and the neighbour. */
const acts: [string, (scene: Scene, who: Person) => Promise<unknown>, unknown, unknown][] = [
  [
    "a profile view [DIR-19]",
    async ({ at }, who) =>
      (await ask(who, "POST", `${at}/profile-views`, view())).json().data.outcome,
    "policyExcluded",
    "recorded",
  ],
  [
    "following [DIR-82]",
    async ({ at }, who) => (await ask(who, "POST", `${at}/follow`)).statusCode,
    409,
    200,
  ],
  [
    "a connection [DIR-82]",
    async ({ at }, who) => (await ask(who, "POST", `${at}/connection`)).statusCode,
    409,
    200,
  ],
  [
    "a package [DIR-82]",
    async ({ at, packageId }, who) =>
      (await ask(who, "POST", `${at}/packages/${packageId}/request`)).statusCode,
    409,
    201,
  ],
  [
    "the delivery of a report [REP-17] [DIR-82]",
    async ({ publicReport }, who) =>
      (await ask(who, "GET", `/v2/reports/${publicReport}`)).json().data.view_delivery.status,
    "not_applicable",
    "ready",
  ],
  [
    "an application [DIR-82]",
    async ({ roleId }, who) =>
      (await ask(who, "POST", `/api/v1/hiring/roles/${roleId}/apply`, {})).statusCode,
    409,
    201,
  ],
  ["matching [DIR-82]", isMatched, [0, 0], [1, 1]],
  [
    "joining an open room [DIR-82]",
    async ({ room }, who) =>
      (await ask(who, "POST", `/v2/messaging/communities/${room.handle}/join`)).statusCode,
    403,
    200,
  ],
  [
    "an invitation to a room by the owner [DIR-82]",
    (scene, who) => inviteToRoom(scene, who, scene.owner),
    [201, 0, 404, 404],
    [201, 1, 200, 200],
  ],
  [
    "an invitation to a room by an admin, who is party to no block [DIR-82]",
    (scene, who) => inviteToRoom(scene, who, scene.colleague),
    [201, 1, 200, 200],
    [201, 1, 200, 200],
  ],
  [
    "an invitation to the team [DIR-82]",
    (scene, who) => inviteToTeam(scene, who, scene.colleague),
    [201, 0, 0, 404],
    [201, 1, 1, 200],
  ],
  [
    "a shared portfolio [DIR-82]",
    async (scene, who) => (await sharePortfolio(scene, who))(),
    [404, 0],
    [200, 1],
  ],
];

describe.each(["the owner", "the other person"] as const)(
  "where %s has blocked the other",
  (by) => {
    test.each(acts)("%s is void between the two and not for a neighbour", async (...row) => {
      const [, act, withBlock, without] = row;
      const scene = await makeScene();
      await block(scene, by);
      expect(await act(scene, scene.apart)).toEqual(withBlock);
      expect(await act(scene, scene.neighbour)).toEqual(without);
    });

    test("what was granted before grants nothing, and all of it after the block [DIR-82]", async () => {
      const scene = await makeScene();
      const { owner, apart, neighbour, at, slug, entityId, packageId, privateReport } = scene;
      const requests = `/v2/directory/entity-profile/${entityId}/requests`;
      const access = `/v2/directory/entity-profile/${entityId}/packages/${packageId}/access`;
      const isPortfolioRead = await sharePortfolio(scene, apart);
      const accesses = new Map<Person, string>();
      for (const who of [apart, neighbour]) {
        await ask(who, "POST", `${at}/connection`);
        const [{ requestId }] = (await ask(owner, "GET", requests)).json().data;
        await ask(owner, "POST", `${requests}/${requestId}/response`, { decision: "approve" });
        const asked = await ask(who, "POST", `${at}/packages/${packageId}/request`);
        accesses.set(who, asked.json().data.id);
        await ask(owner, "POST", `${access}/${who.id}/response`, { decision: "grant" });
      }
      /** What a connection and an access open. */
      const opened = async (who: Person) => {
        const profile = await ask(who, "GET", `/v2/entities/public/${slug}`);
        const own = await ask(who, "GET", `/v2/directory/package-access/${accesses.get(who)}`);
        return [
          profile.body.includes("us@example.com"),
          (await ask(who, "GET", `/v2/reports/${privateReport}`)).statusCode,
          own.json().data.content !== null,
        ];
      };
      expect([await opened(apart), await isPortfolioRead()]).toEqual([
        [true, 200, true],
        [200, 1],
      ]);
      await block(scene, by);
      expect([await opened(apart), await isPortfolioRead()]).toEqual([
        [false, 404, false],
        [404, 0],
      ]);
      expect(await opened(neighbour)).toEqual([true, 200, true]);
      await block(scene, by, "DELETE");
      expect([await opened(apart), await isPortfolioRead()]).toEqual([
        [true, 200, true],
        [200, 1],
      ]);
      await block(scene, by);
      expect((await ask(owner, "DELETE", `${access}/${apart.id}`)).statusCode).toBe(200);
      expect((await ask(apart, "DELETE", `${at}/connection`)).statusCode).toBe(200);
    });

    test("requests from before leave the team's list and cannot be granted, a neighbour's stay [DIR-82]", async () => {
      const scene = await makeScene();
      const { colleague, apart, neighbour, at, entityId, packageId } = scene;
      const requests = `/v2/directory/entity-profile/${entityId}/requests`;
      const access = `/v2/directory/entity-profile/${entityId}/packages/${packageId}/access`;
      for (const who of [neighbour, apart]) {
        await ask(who, "POST", `${at}/connection`);
        await ask(who, "POST", `${at}/packages/${packageId}/request`);
      }
      const waiting = async () =>
        (await ask(colleague, "GET", requests)).json() as {
          data: { userId: string; requestId: string }[];
          meta: { total: number };
        };
      const [first] = (await waiting()).data;
      expect(first?.userId).toBe(apart.id);
      await block(scene, by);
      const { data, meta } = await waiting();
      expect([data.map(({ userId }) => userId), meta.total]).toEqual([[neighbour.id], 1]);
      const answers = [
        await ask(colleague, "POST", `${requests}/${first?.requestId}/response`, {
          decision: "approve",
        }),
        await ask(colleague, "POST", `${access}/${apart.id}/response`, { decision: "grant" }),
        await ask(colleague, "POST", `${access}/${neighbour.id}/response`, { decision: "grant" }),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200]);
      await block(scene, by, "DELETE");
      expect((await waiting()).meta.total).toBe(2);
    });
  },
);

test("a block by a member of the team who does not own the entity is that member's alone [DIR-82]", async () => {
  const { colleague, apart, at } = await makeScene();
  await ask(colleague, "PUT", `/api/v1/users/me/blocks/${apart.id}`);
  expect((await ask(apart, "POST", `${at}/follow`)).statusCode).toBe(200);
});
