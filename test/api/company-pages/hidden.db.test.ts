import { beforeAll, expect, test } from "vitest";
import { moderateListing } from "#api/modules/publication/moderation.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeOwnEntity, publishEntity } from "../../helpers/platform/directory.ts";

const database = await openTestDatabase();
const app = await testApp({ database });
/** Another process on the same database. */
const other = await testApp({ database });
let by: Person;

beforeAll(async () => {
  by = await makePerson(app);
});

const profile = (id: string) => `/v2/directory/entity-profile/${id}`;
const statusAt = async ({ get }: typeof app, slug: string) =>
  (await get(`/companies/${slug}`, { accept: "text/html" })).statusCode;

test.each<[string, (id: string) => Promise<unknown>, number]>([
  [
    "unpublished",
    (id) => app.send({ method: "DELETE", url: `${profile(id)}/publication`, headers: by.headers }),
    404,
  ],
  ["blocked by an operator", (entityId) => moderateListing(app.db, { entityId }, "block"), 404],
  [
    "renamed",
    (id) =>
      app.send({
        method: "PUT",
        url: `${profile(id)}/slug`,
        headers: by.headers,
        payload: { slug: `other-${id.slice(0, 8)}-x` },
      }),
    302,
  ],
  [
    "deleted",
    (id) => app.send({ method: "DELETE", url: `/api/v1/entities/${id}`, headers: by.headers }),
    404,
  ],
])(
  "the kept page of a company that is %s is given to nobody, in no process [DIR-09] [DIR-74]",
  async (_, act, status) => {
    const { id, slug } = await makeOwnEntity(app, by);
    await publishEntity(app, by, id);
    for (const one of [app, other, app, other]) expect(await statusAt(one, slug)).toBe(200);

    await act(id);

    await expect.poll(() => statusAt(app, slug), { timeout: 5000 }).toBe(status);
    await expect.poll(() => statusAt(other, slug), { timeout: 5000 }).toBe(status);
  },
);
