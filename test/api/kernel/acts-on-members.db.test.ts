import { describe, expect, test } from "vitest";
import type { TeamRole } from "#schemas/shapes/accounts/team.ts";
import { organization, organizationMember } from "#schemas/tables/accounts/organization.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { addToRoom, makeRoom } from "../../helpers/platform/rooms.ts";

/**
 * Who may do what to whom, written by hand from O-06: the rows are acts, the columns the roles of the one who acts.
 * `self` is an act on oneself, the others are acts on another one of that role. A stranger is told nothing: 404.
 */
const actors = ["owner", "admin", "member", "stranger"] as const;
type Actor = (typeof actors)[number];
type Target = "self" | TeamRole | "nobody";

interface Table {
  /** What the path of the members is below, and what makes one with two of each role. */
  make(): Promise<{ url: string; people: Record<Actor, Person>; others: Record<TeamRole, Person> }>;
  acts: [act: string, target: Target, statuses: string][];
}

const app = await testApp();
const person = () => makePerson(app);
/** The people of all that is made: what one may do in one does not depend on another. */
const all = {
  people: {
    owner: await person(),
    admin: await person(),
    member: await person(),
    stranger: await person(),
  },
  others: { owner: await person(), admin: await person(), member: await person() },
};
const nobody = await person();
const name = "Example";
let made = 0;
const slug = () => `example-acts-${++made}-x`;

const organizations: Table = {
  async make() {
    const [row] = await app.db.insert(organization).values({ name, slug: slug() }).returning();
    const organizationId = row?.id ?? "";
    const roles = ["owner", "admin", "member"] as const;
    const values = roles.flatMap((role) => [
      { organizationId, userId: all.people[role].id, role },
      { organizationId, userId: all.others[role].id, role },
    ]);
    await app.db.insert(organizationMember).values(values);
    return { url: `/api/v1/organizations/${organizationId}/members`, ...all };
  },
  acts: [
    ["role owner", "self", "200 403 403 404"],
    ["role admin", "self", "200 200 403 404"],
    ["role member", "self", "200 200 403 404"],
    ["role owner", "owner", "200 403 403 404"],
    ["role admin", "owner", "200 403 403 404"],
    ["role member", "owner", "200 403 403 404"],
    ["role owner", "admin", "200 403 403 404"],
    ["role admin", "admin", "200 200 403 404"],
    ["role member", "admin", "200 200 403 404"],
    ["role owner", "member", "200 403 403 404"],
    ["role admin", "member", "200 200 403 404"],
    ["role member", "member", "200 200 403 404"],
    ["role member", "nobody", "404 404 403 404"],
    ["remove", "self", "200 200 200 404"],
    ["remove", "owner", "200 403 403 404"],
    ["remove", "admin", "200 200 403 404"],
    ["remove", "member", "200 200 403 404"],
    ["remove", "nobody", "404 404 403 404"],
    ["invite", "nobody", "201 201 403 404"],
    ["invite", "member", "409 409 403 404"],
  ],
};

/** An entity has one owner: nobody makes another, and the owner stays. */
const teamOf = (path: (id: string) => string): Table => ({
  async make() {
    const ownerId = all.people.owner.id;
    const values = {
      name,
      slug: slug(),
      ownerId,
      published: false,
      claimStatus: "claimed",
    } as const;
    const [row] = await app.db.insert(entity).values(values).returning();
    const entityId = row?.id ?? "";
    await app.db.insert(entityMember).values([
      { entityId, userId: ownerId, role: "owner" },
      ...(["admin", "member"] as const).flatMap((role) => [
        { entityId, userId: all.people[role].id, role },
        { entityId, userId: all.others[role].id, role },
      ]),
    ]);
    return {
      url: path(entityId),
      people: all.people,
      others: { ...all.others, owner: all.people.owner },
    };
  },
  acts: [
    ["role owner", "self", "400 400 400 400"],
    ["role admin", "self", "409 200 403 404"],
    ["role member", "self", "409 200 403 404"],
    ["role member", "owner", "409 409 403 404"],
    ["role owner", "member", "400 400 400 400"],
    ["role admin", "member", "200 200 403 404"],
    ["role member", "admin", "200 200 403 404"],
    ["permit", "self", "409 200 403 404"],
    ["permit", "owner", "409 409 403 404"],
    ["permit", "admin", "200 200 403 404"],
    ["permit", "member", "200 200 403 404"],
    ["permit", "nobody", "404 404 403 404"],
    ["remove", "self", "409 200 200 404"],
    ["remove", "owner", "409 409 403 404"],
    ["remove", "admin", "200 200 403 404"],
    ["remove", "member", "200 200 403 404"],
    ["remove", "nobody", "404 404 403 404"],
    ["invite", "nobody", "201 201 403 404"],
    ["invite", "member", "409 409 403 404"],
  ],
});

/** A private room: a stranger knows nothing of it. */
const rooms: Table = {
  async make() {
    const room = await makeRoom(app, all.people.owner);
    await addToRoom(app, room, [
      [all.people.admin, "admin"],
      [all.people.member, "member"],
      [all.others.owner, "owner"],
      [all.others.admin, "admin"],
      [all.others.member, "member"],
    ]);
    return { url: `/v2/messaging/rooms/${room.roomId}/members`, ...all };
  },
  acts: organizations.acts
    .filter(([act]) => act !== "invite")
    .map(([act, target, statuses]) =>
      // A member leaves by another operation.
      act === "remove" && target === "self"
        ? [act, target, "200 200 403 404"]
        : [act, target, statuses],
    ),
};

const bodies: Record<string, object> = {
  permit: { permissions: ["listing.manage", "manage_hiring_roles"] },
};

type Made = Awaited<ReturnType<Table["make"]>>;

async function ask({ url, people, others }: Made, act: string, target: Target, actor: Actor) {
  const whom = target === "self" ? people[actor] : target === "nobody" ? nobody : others[target];
  const { headers } = people[actor];
  const before = await rolesAt(url, people.owner);
  const answer =
    act === "invite"
      ? await app.send({ method: "POST", url, headers, payload: { userId: whom.id } })
      : act === "remove"
        ? await app.send({ method: "DELETE", url: `${url}/${whom.id}`, headers })
        : await app.send({
            method: "PATCH",
            url: `${url}/${whom.id}`,
            headers,
            payload: bodies[act] ?? { role: act.replace("role ", "") },
          });
  const isChanged = answer.statusCode < 400;
  const after = isChanged ? before : await rolesAt(url, people.owner);
  return { status: answer.statusCode, isChanged, before, after };
}

async function rolesAt(url: string, who: Person) {
  return (await app.get(url, who.headers)).json().data;
}

describe.each([
  ["organizations/:id/members", organizations],
  ["v2 entities/:id/team", teamOf((id) => `/v2/entities/${id}/team`)],
  ["v1 entities/:id/members", teamOf((id) => `/api/v1/entities/${id}/members`)],
  ["v2 messaging/rooms/:roomId/members", rooms],
])("%s", (_, table) => {
  test.each(table.acts)(
    "%s on %s is for whom the table says, and what is refused changes nothing [O-06] [AUT-11] [A-33]",
    async (act, target, statuses) => {
      const asked = [];
      let made = await table.make();
      for (const actor of actors) {
        const one = await ask(made, act, target, actor);
        asked.push(one);
        if (one.isChanged) made = await table.make();
      }

      expect(asked.map(({ status }) => status).join(" ")).toBe(statuses);
      for (const { before, after } of asked) expect(after).toEqual(before);
    },
  );
});
