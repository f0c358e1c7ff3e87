import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const [founder, follower, reader] = (await Promise.all(
  Array.from({ length: 3 }, () => makePerson(app)),
)) as [Person, Person, Person];
const ask = (
  method: "GET" | "PUT" | "DELETE" | "POST",
  url: string,
  who: Person,
  payload?: object,
) => app.send({ method, url, headers: who.headers, ...(payload && { payload }) });
const seen = async (id: string, who: Person) => {
  const answer = await ask("GET", `/v2/startups/${id}`, who);
  return answer.statusCode === 200 ? answer.json().data.viewer.audience : answer.statusCode;
};

/** A startup that the follower follows, with the follow's id. */
async function followed() {
  const { id } = await makeStartup(app, founder);
  const at = `/startups/${id}/follow-requests` as const;
  const made = await must(app, follower, `POST ${at}`, aFollow({ requestedTier: "capital" }));
  await must(app, founder, `POST ${at}/${made.id}/response`, { decision: "approve" });
  return { id, followId: made.id as string };
}

test("an unpublished startup stays readable for its followers, by audience, until the follow ends [O-67]", async () => {
  const { id, followId } = await followed();
  const pending = await must(app, reader, `POST /startups/${id}/follow-requests`, aFollow());
  expect([await seen(id, follower), await seen(id, reader)]).toEqual(["capital", "public"]);
  await must(app, founder, `POST /startups/${id}/unpublish`);

  expect(pending.status).toBe("pending");
  expect([await seen(id, follower), await seen(id, reader)]).toEqual(["capital", 404]);
  const listed = (await ask("GET", "/v2/startups?limit=100", follower)).json().data;
  expect(listed.map((one: { id: string }) => one.id)).not.toContain(id);
  const block = `/api/v1/users/me/blocks/${follower.id}`;
  await ask("PUT", block, founder);
  expect(await seen(id, follower)).toBe(404);
  await ask("DELETE", block, founder);
  expect(await seen(id, follower)).toBe("capital");

  await ask("DELETE", `/v2/startups/${id}/followers/${followId}`, founder);
  expect(await seen(id, follower)).toBe(404);
  await must(app, founder, `POST /startups/${id}/publish`);
  expect([await seen(id, follower), await seen(id, reader)]).toEqual(["public", "public"]);
});

test("a watchlist says which of its startups are published no more, and nothing else of them [O-67]", async () => {
  const { id } = await makeStartup(app, founder);
  const kept = await makeStartup(app, founder);
  const lists = "/investor/startup-watchlists" as const;
  const list = await must(app, reader, `POST ${lists}`, { name: "Watched" });
  const one = `/v2${lists}/${list.id}`;
  for (const startupListingId of [id, kept.id]) {
    await must(app, reader, `POST ${lists}/${list.id}/items`, { startupListingId });
  }
  const read = async () => {
    const { data } = (await ask("GET", one, reader)).json();
    const items = data.items.map(({ startup }: { startup: { id: string } }) => startup.id);
    const gone = data.noLongerPublished.map((item: object) => Object.keys(item).sort());
    return {
      items,
      gone,
      ids: data.noLongerPublished.map((x: { startupListingId: string }) => x.startupListingId),
    };
  };
  expect(await read()).toEqual({ items: [kept.id, id], gone: [], ids: [] });
  await must(app, founder, `POST /startups/${id}/unpublish`);
  expect(await read()).toEqual({
    items: [kept.id],
    gone: [["addedAt", "startupListingId"]],
    ids: [id],
  });

  // A block hides a startup whatever its state.
  const block = `/api/v1/users/me/blocks/${founder.id}`;
  await ask("PUT", block, reader);
  expect(await read()).toEqual({ items: [], gone: [], ids: [] });
  await ask("DELETE", block, reader);
  await must(app, founder, `POST /startups/${id}/publish`);
  expect(await read()).toEqual({ items: [kept.id, id], gone: [], ids: [] });
  await must(app, founder, `POST /startups/${id}/unpublish`);
  for (const status of [200, 404, 404]) {
    expect((await ask("DELETE", `${one}/items/${id}`, reader)).statusCode).toBe(status);
  }
  expect(await read()).toEqual({ items: [kept.id], gone: [], ids: [] });
});
