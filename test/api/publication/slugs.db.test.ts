import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { formerSlug } from "#schemas/tables/companies/directory.ts";
import { testApp } from "../../helpers/app.ts";
import { makeOrganization, makePerson, type Person } from "../../helpers/people.ts";
import { rounds, together } from "../../helpers/races.ts";

const app = await testApp();
const { db, get, send, mails } = app;
const ann = await makePerson(app);
const bob = await makePerson(app);

const post = (url: string, payload: object, who = ann) =>
  send({ method: "POST", url, headers: who.headers, payload });
const entity = async (name: string, who = ann) =>
  (await post("/api/v1/entities", { name }, who)).json() as { id: string; slug: string };
const choose = (id: string, slug: string, who = ann) =>
  send({
    method: "PUT",
    url: `/v2/directory/entity-profile/${id}/slug`,
    headers: who.headers,
    payload: { slug },
  });
const personSlug = "/v2/directory/person-profile/slug";
const nameSelf = (name: string, who: Person) =>
  send({ method: "PATCH", url: "/api/v1/users/me", headers: who.headers, payload: { name } });
const slugOf = async ({ headers }: Person) =>
  (await get("/api/v1/users/me", headers)).json().data.slug as string;
/** Letters of which no two look alike, as slugs are compared. */
const unlike = "abcdefghjkmnpqst";
const unnamed = /^user-[0-9a-f]{12}$/;

describe("names that end in a number [O-62]", () => {
  test.each([
    ["Studio 54", "studio-54"],
    ["Route 66 Motors 2024", "route-66-motors-2024"],
    ["Area-51", "area-51"],
    ["7", "7"],
  ])("an entity %s is %s", async (name, slug) => {
    expect((await entity(name)).slug).toBe(slug);
  });

  test("so are organizations, startups and programs", async () => {
    await makeOrganization(app, bob);
    const organization = await post("/api/v1/organizations", { name: "Union 32" });
    const { id } = await entity("Zone 9 Holding");
    const startup = await post(`/v2/entities/${id}/startup-listing`, { name: "Zone 9" });
    const program = await post("/v2/programs", { name: "Batch 12" });

    expect([organization, startup, program].map((one) => one.json().data.slug)).toEqual([
      "union-32",
      "zone-9",
      "batch-12",
    ]);
  });

  test("a team chooses one, and the second of a name does not get it", async () => {
    const { id } = await entity("Level Forty Two");
    expect((await choose(id, "level-42")).json().data).toEqual({ slug: "level-42" });
    const second = await entity("Level 42", bob);
    expect(second.slug).toMatch(/^level-42-[a-z]{10}$/);
    expect((await choose(second.id, "level-42", bob)).statusCode).toBe(409);
    expect((await get(`/api/v1/entities/${id}`, ann.headers)).json().slug).toBe("level-42");
  });

  test.each([
    ["search", '"search" is a word of this service\'s addresses'],
    ["60341305-790b-5069-9516-704f56d33c21", "A slug in the form of an id is taken for an id"],
    [
      "apple-inc-0000320193",
      "A number of ten digits at the end is kept for companies of the regulator",
    ],
  ])("%s is refused, and the message says why", async (slug, why) => {
    const { id, slug: before } = await entity("Refused Example");
    const answer = await choose(id, slug);

    expect([answer.statusCode, answer.json().error.message]).toEqual([400, why]);
    expect((await get(`/api/v1/entities/${id}`, ann.headers)).json().slug).toBe(before);
    // A name that would give it gets another one.
    expect((await entity(slug)).slug).not.toBe(slug);
  });
});

describe("the slug of a person [O-62]", () => {
  test("is that of the first name; later names leave it, and others keep theirs", async () => {
    const carl = await makePerson(app);
    const before = { carl: await slugOf(carl), bob: await slugOf(bob) };
    expect(before.carl).toMatch(unnamed);

    expect((await nameSelf("Carla Example 3", carl)).json().data.slug).toBe("carla-example-3");
    await nameSelf("Somebody Else", carl);
    await nameSelf("Carla Example 3", carl);
    expect(await slugOf(carl)).toBe("carla-example-3");
    expect(await slugOf(bob)).toBe(before.bob);

    const url = "/v2/directory/person-profile/publication";
    await send({ method: "POST", url, headers: carl.headers });
    const read = await get("/v2/directory/person/carla-example-3");
    expect([read.statusCode, read.json().data.subjectType]).toEqual([200, "person"]);
  });

  test("is given when the address is proved, not when somebody registers with it", async () => {
    const email = "registers@example.com";
    const register = { email, password: "correct horse battery", name: "Regina Example" };
    await send({ method: "POST", url: "/auth/register", payload: register });
    const stored = async () =>
      (await db.select().from(userAccount).where(eq(userAccount.email, email)))[0]?.slug;
    expect(await stored()).toMatch(unnamed);

    const token = /token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1];
    const proved = await send({ method: "POST", url: "/auth/verify-email", payload: { token } });
    expect(proved.statusCode).toBe(200);
    expect(await stored()).toBe("regina-example");
  });

  test.each([
    ["Admin", /^user-admin-[a-z]{10}$/],
    ["三菱", /^user-[a-z]{10}$/],
    ["🙂 🙂", /^user-[a-z]{10}$/],
    ["60341305-790b-5069-9516-704f56d33c21", /^user-[a-f-]+-[a-z]{10}$/],
    ["../../etc/passwd", /^etc-passwd$/],
    ["x'; drop table user_account; --", /^x-drop-table-user-account$/],
    ["n".repeat(120), /^n{60}$/],
  ])("made of %j can be an address", async (name, slug) => {
    const one = await makePerson(app);
    expect((await nameSelf(name, one)).statusCode).toBe(200);
    expect(await slugOf(one)).toMatch(slug);
    expect(await slugOf(one)).not.toMatch(unnamed);
  });

  test("that was chosen before stays, and one that another person has is not taken", async () => {
    const dora = await makePerson(app);
    const choice = { method: "PUT" as const, url: personSlug, headers: dora.headers };
    expect((await send({ ...choice, payload: { slug: "dora-1999" } })).statusCode).toBe(200);
    await nameSelf("Dora Example", dora);
    expect(await slugOf(dora)).toBe("dora-1999");

    const [second, third] = [await makePerson(app), await makePerson(app)];
    await nameSelf("Dora 1999", second);
    // Looks like it, too.
    await nameSelf("D0ra l999", third);
    expect(await slugOf(second)).toMatch(/^dora-1999-[a-z]{10}$/);
    expect(await slugOf(third)).toMatch(/^d0ra-l999-[a-z]{10}$/);
    expect(await slugOf(dora)).toBe("dora-1999");
  });

  test("of somebody who was published without a name leads from the old one to the new one", async () => {
    const emil = await makePerson(app);
    const old = await slugOf(emil);
    const url = "/v2/directory/person-profile/publication";
    await send({ method: "POST", url, headers: emil.headers });
    await nameSelf("Emil Example", emil);

    const { data } = (await get(`/v2/directory/person/${old}`)).json();
    expect(data).toMatchObject({ slug: "emil-example", redirectedFromSlug: old });
    const kept = and(eq(formerSlug.subjectType, "person"), eq(formerSlug.slug, old));
    expect(await db.select().from(formerSlug).where(kept)).toHaveLength(1);
  });

  test("of sixteen with one name at once is plain for one of them", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const letters = unlike[round % unlike.length];
      const people = await Promise.all(Array.from({ length: 16 }, () => makePerson(app)));
      const answers = await together((n) => nameSelf(`Same Name ${letters}`, people[n] as Person));

      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200));
      const slugs = await Promise.all(people.map(slugOf));
      expect(slugs.filter((slug) => slug === `same-name-${letters}`)).toHaveLength(1);
      expect(new Set(slugs).size).toBe(16);
    }
  });

  test("chosen and named at once is one of the two, and no request fails", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const fay = await makePerson(app);
      const letters = unlike[round % unlike.length];
      const choice = `chosen-${letters}-fay`;
      const answers = await together((n) =>
        n % 2 === 0
          ? nameSelf(`Fay Example ${letters}`, fay)
          : send({
              method: "PUT",
              url: personSlug,
              headers: fay.headers,
              payload: { slug: choice },
            }),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200));
      expect(await slugOf(fay)).toBe(choice);
    }
  });
});
