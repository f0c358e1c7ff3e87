import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";
import { makeRole } from "../../helpers/platform/hiring.ts";
import { addToRoom, makeRoom } from "../../helpers/platform/rooms.ts";
import { makeStartup, makeTeamStartup } from "../../helpers/platform/startups.ts";

const app = await testApp();
const email = "reader@example.com";
const browser = { accept: "text/html", ...(await signInBrowser(app, email)) };
const anonymous = { accept: "text/html" };
const reader = await makePerson(app, email);
const owner = await makePerson(app);
const [stranger, member, permitted] = [
  await makePerson(app),
  await makePerson(app),
  await makePerson(app),
];
const team = { owner, stranger, member, permitted };
const entityId = await makeTeamEntity(app, team);

const open = await makeRoom(app, owner, {
  name: "Open <b>Room</b>",
  discovery: "public_profile",
  summary: "For all",
});
const hidden = await makeRoom(app, owner, { name: "Hidden" });
const { roleId } = await makeRole(app, { entityId, by: owner });
const draft = await makeRole(app, { entityId, by: owner, status: "draft" });
const startup = await makeStartup(app, owner, { tagline: "Robots for all" });
const unpublished = await makeTeamStartup(app, team);

const seen = [
  ["/communities/", open.handle, "Open &lt;b&gt;Room&lt;/b&gt;"],
  ["/roles/", roleId, "Data Engineer"],
  ["/startups/", startup.slug, "Robots for all"],
] as const;
const kept = [
  ["/communities/", hidden.handle, "nobody-has-this"],
  ["/roles/", draft.roleId, randomUUID()],
  ["/startups/", unpublished.slug, "nobody-has-this"],
] as const;

describe("pages that ask for a sign-in", () => {
  test.each(seen)(
    "%s shows a signed-in browser what is there [A-20] [A-38]",
    async (at, id, text) => {
      const { statusCode, headers, body } = await app.get(at + id, browser);
      expect(statusCode).toBe(200);
      expect(body).toContain(text);
      expect(body).not.toMatch(/<script|<b>Room/);
      expect(headers["cache-control"]).toBe("no-store");
    },
  );

  test.each([...seen, ...kept])(
    "%s%s sends others to sign in, and the sign-in leads back [AUT-19] [A-20] [A-38]",
    async (at, id) => {
      const { statusCode, headers } = await app.get(at + id, anonymous);
      expect(statusCode).toBe(302);
      expect(headers.location).toBe(`/auth/sign-in?${new URLSearchParams({ return_to: at + id })}`);
    },
  );

  test.each(kept)(
    "%s: what is private and what does not exist are the same to a signed-in stranger",
    async (at, id, unknown) => {
      const shown = async (url: string) => {
        const { statusCode, body, headers } = await app.get(url, browser);
        const text = body.replace(String(headers["x-request-id"]), "ID");
        return [statusCode, text];
      };
      const known = await shown(at + id);
      expect(known[0]).toBe(404);
      expect(await shown(at + unknown)).toEqual(known);
    },
  );

  test("a member reads the page of a private community", async () => {
    await addToRoom(app, hidden, [[reader, "member"]]);
    const { statusCode, body } = await app.get(`/communities/${hidden.handle}`, browser);
    expect([statusCode, body.includes("You are a member.")]).toEqual([200, true]);
  });

  test("a startup's page shows what its reader's audience sees, and no more", async () => {
    const { body } = await app.get(`/startups/${startup.slug}`, browser);
    expect(body).toContain("the audience “public”");
    const asTeam = await app.get(`/startups/${startup.slug}`, { ...owner.headers, ...anonymous });
    expect(asTeam.body).toContain("You read this as its team.");
  });

  test("a published role has a form to apply, a draft does not; a token gets the way by the API", async () => {
    const asTeam = { ...owner.headers, ...anonymous };
    const form = (id: string) => `action="/roles/${id}#apply"`;
    expect((await app.get(`/roles/${roleId}`, browser)).body).toContain(form(roleId));
    const byToken = await app.get(`/roles/${roleId}`, asTeam);
    expect(byToken.body).toContain(`POST /api/v1/hiring/roles/${roleId}/apply`);
    expect(byToken.body).not.toContain(form(roleId));
    const { statusCode, body } = await app.get(`/roles/${draft.roleId}`, asTeam);
    expect([statusCode, body.includes("Apply")]).toEqual([200, false]);
  });

  test("a browser that signed out is sent to sign in again", async () => {
    const cookie = browser.cookie.replace(/session=[\w-]+/, `session=${"x".repeat(43)}`);
    const answer = await app.get(`/roles/${roleId}`, { ...anonymous, cookie });
    expect(answer.statusCode).toBe(302);
  });
});

test("the foot of each page leads to the lists for members, and each is there for its reader", async () => {
  const lists = ["/roles", "/startups", "/communities", "/people", "/scenarios", "/teams"];
  for (const from of ["/", "/no-such-page", "/auth/sign-in"]) {
    const { body } = await app.get(from, anonymous);
    const [, foot = ""] = body.split('<footer class="site">');
    expect([...foot.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(lists);
  }
  for (const list of lists) expect((await app.get(list, browser)).statusCode).toBe(200);
});
