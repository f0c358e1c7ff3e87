import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createKept } from "#api/data/kept.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeDocument, makeTerminal } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeOwnEntity, publishEntity } from "../../helpers/platform/directory.ts";
import { makeRole } from "../../helpers/platform/hiring.ts";

// The clock stands: what is kept for a second is kept for good, unless a write empties it.
const app = await testApp({ now: () => new Date("2026-03-01T12:00:00.000Z") });
const { db, get } = app;
const ann = await makePerson(app);
const stranger = await makePerson(app);
const { id, slug } = await makeOwnEntity(app, ann, "Seen At Once");
await publishEntity(app, ann, id);
const write = async (
  method: "POST" | "PATCH" | "PUT" | "DELETE",
  url: string,
  payload?: object,
) => {
  const request = { method, url, headers: ann.headers, ...(payload && { payload }) };
  const answer = await app.send(request);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
};

/** What each kind of reader is told at an address. */
const told = async (url: string) =>
  Promise.all(
    [{}, ann.headers, stranger.headers].map(async (headers) => (await get(url, headers)).body),
  );

describe("at once after a write", () => {
  test("a report that was made private is named to nobody but those who may see it", async () => {
    const { data } = await write("POST", "/v2/reports", {
      ...{ title: "Secret plans", report_type: "annual_report", data: {} },
      ...{ entity_id: id, is_public: true },
    });
    await write("PATCH", `/v2/reports/${data.id}`, { status: "submitted" });
    const reads = ["", "/record-summary", "/profile-experience"].map(
      (part) => `/v2/directory/entity/${slug}${part}`,
    );
    const before = await Promise.all(reads.map(told));

    await write("PATCH", `/v2/reports/${data.id}`, { is_public: false });

    expect(before[1]?.map((body) => body.includes("Secret plans"))).toEqual([true, true, true]);
    for (const body of (await Promise.all(reads.map(told))).flat()) {
      expect(body).not.toContain("Secret plans");
    }
  });

  test("a role that was closed is gone from the page of its entity", async () => {
    const { roleId } = await makeRole(app, { by: ann, entityId: id });
    const page = `/companies/${slug}`;
    const open = await get(page);
    await get(page);

    await write("POST", `/api/v1/entities/${id}/hiring/roles/${roleId}/close`);

    expect(open.body).toContain("Data Engineer");
    await expect.poll(async () => (await get(page)).body).not.toContain("Data Engineer");
  });

  test("who became an owner reads as one after the next write of the process", async () => {
    const company = await makeCompany(db);
    await makeDocument(db, company.id, "terminal", makeTerminal(company.id));
    const scope = async () =>
      (await get(`/v2/entities/${company.id}/company-terminal`, ann.headers)).json().data
        .viewerScope;
    const before = [await scope()];
    await db.update(entity).set({ ownerId: ann.id }).where(eq(entity.id, company.id));
    before.push(await scope());

    await write("POST", "/v2/watchlists", { name: "Any write" });

    expect(before).toEqual(["public", "public"]);
    expect(await scope()).toBe("owner");
  });
});

describe("what is kept for a second", () => {
  const now = () => new Date(0);

  test("is read once, also by calls at once, until something is written", async () => {
    const kept = createKept<object>(10, now);
    let reads = 0;
    const read = async () => {
      reads += 1;
      return { n: reads };
    };

    const first = await Promise.all([kept.find("a", read), kept.find("a", read)]);
    const second = await kept.find("a", read);
    kept.forget();

    expect([...first, second, await kept.find("a", read)]).toEqual(
      [1, 1, 1, 2].map((n) => ({ n })),
    );
  });

  test("is not what was read while something was written", async () => {
    const kept = createKept<object>(10, now);
    const { promise, resolve } = Promise.withResolvers<object>();

    const old = kept.find("a", () => promise);
    kept.forget();
    const fresh = await kept.find("a", async () => ({ is: "new" }));
    resolve({ is: "old" });

    expect([await old, fresh]).toEqual([{ is: "old" }, { is: "new" }]);
    expect(await kept.find("a", async () => ({ is: "read again" }))).toEqual({ is: "new" });
  });

  test("is nothing where nothing was found or the read failed", async () => {
    const kept = createKept<object>(10, now);

    expect(await kept.find("a", async () => null)).toBeNull();
    await expect(async () =>
      kept.find("a", () => Promise.reject(new Error("down"))),
    ).rejects.toThrow("down");
    expect(await kept.find("a", async () => ({ is: "there" }))).toEqual({ is: "there" });
  });
});
