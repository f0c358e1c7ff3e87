import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  makeFilingNotices,
  makeNotices,
  sweepNotifications,
} from "#api/modules/notifications/service.ts";
import { openPlatform } from "#api/platform.ts";
import { userAccount as userTable } from "#schemas/tables/accounts/account.ts";
import { notification } from "#schemas/tables/accounts/notification.ts";
import { filing } from "#schemas/tables/companies/filing.ts";
import { watchlistEntity } from "#schemas/tables/companies/watchlist.ts";
import { notify } from "#schemas/tasks/notify.ts";
import { testApp } from "../../helpers/app.ts";
import { inlineJobs } from "../../helpers/inline-jobs.ts";
import { makeBuild, makeCompany } from "../../helpers/make.ts";
import { makePerson, type Person, verifyEmail } from "../../helpers/people.ts";
import { makeApplication, makeHirer, makeRole } from "../../helpers/platform/hiring.ts";
import { aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const { db, mails, enqueued } = app;
const log = { error() {} } as never;
const at = { database: app.database, mails, enqueued, log, now: () => new Date() };
const publicUrl = "http://localhost:3000";
const platform = openPlatform({
  ...{
    db,
    jobs: inlineJobs({ ...at, publicUrl }),
    log,
    now: at.now,
    files: {} as never,
    publicUrl,
  },
});

const list = "/api/v1/users/me/notifications";
const read = async ({ headers }: Person, query = "") => {
  const answer = await app.get(`${list}${query}`, headers);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as {
    data: { id: string; state: string; title: string; readAt: string | null; actor: unknown }[];
    meta: { unread: number; nextCursor: string | null };
  };
};
const titles = async (who: Person, query = "") =>
  (await read(who, query)).data.map(({ title }) => title);
const send = (
  who: Person,
  method: "PUT" | "DELETE" | "POST" | "PATCH",
  url: string,
  payload = {},
) => app.send({ method, url, headers: who.headers, payload });
const lastNotice = () =>
  notify.data.parse(enqueued.findLast(({ name }) => name === notify.name)?.data);

describe("an application that moves", async () => {
  const hirer = await makeHirer(app, { name: "Hirer Inc", published: true });
  const [ann, bob] = [await makePerson(app), await makePerson(app)];
  await verifyEmail(app, ann.id);
  const { roleId } = await makeRole(app, { by: hirer.owner, entityId: hirer.entityId });
  const id = await makeApplication(app, { roleId, by: ann });
  await makeApplication(app, { roleId, by: bob });
  const status = `/api/v1/entities/${hirer.entityId}/hiring/applications/${id}/status`;
  await send(hirer.owner, "PUT", status, { status: "reviewing" });
  const notice = lastNotice();

  test("tells the applicant, with a mail that its reader can end, and nobody else", async () => {
    const [told, ...more] = (await read(ann)).data;
    expect(told).toMatchObject({
      kind: "applications",
      state: "reviewing",
      title: "Your application to Data Engineer at Hirer Inc is being reviewed",
      subject: { type: "application", id },
      about: { id: hirer.entityId, name: "Hirer Inc" },
      readAt: null,
    });
    expect(more).toEqual([]);
    expect(await titles(bob)).toEqual([]);
    const [mail, ...others] = mails.filter(({ subject }) => subject === "News of an application");
    expect(others).toEqual([]);
    expect(mail?.text).toContain('"Data Engineer" at "Hirer Inc" is being reviewed');
    expect(mail?.text).toContain(`Your applications:\n${publicUrl}/applications\n`);
    expect(mail?.text).toContain("No more news of applications:");
  });

  test("tells those of the team who may review of new applications, and not the others", async () => {
    const news = Array(2).fill("New application to Data Engineer at Hirer Inc");
    expect(await titles(hirer.owner)).toEqual(news);
    expect(await titles(hirer.permitted)).toEqual(news);
    expect(await titles(hirer.member)).toEqual([]);
    expect(await titles(hirer.stranger)).toEqual([]);
  });

  test("tells once however often its job runs, sixteen at once too", async () => {
    const done = await Promise.all(Array.from({ length: 16 }, () => makeNotices(platform, notice)));
    expect(done.every(({ told }) => told === 0)).toBe(true);
    const fresh = { ...notice, sourceId: "another act" };
    const both = await Promise.all(Array.from({ length: 16 }, () => makeNotices(platform, fresh)));
    expect(both.reduce((sum, { told }) => sum + told, 0)).toBe(1);
    await db.delete(notification).where(eq(notification.sourceId, "another act"));
    expect((await read(ann)).data).toHaveLength(1);
  });

  test("sends no mail once its kind is not wanted, and still tells", async () => {
    await send(ann, "PATCH", "/api/v1/users/me/mail", { applications: false });
    const before = mails.length;
    await send(hirer.owner, "PUT", status, { status: "evaluated" });
    expect((await read(ann)).data.map(({ state }) => state)).toEqual(["evaluated", "reviewing"]);
    expect(mails).toHaveLength(before);
  });
});

describe("requests, answers, views and filings", async () => {
  const [founder, investor, other] = [
    await makePerson(app),
    await makePerson(app),
    await makePerson(app),
  ];
  const startup = await makeStartup(app, founder, { name: "Widgets" });
  await verifyEmail(app, investor.id);

  test("a request to follow tells the founder once a day, the decision the follower", async () => {
    const at = `/startups/${startup.id}/follow-requests` as const;
    const { id } = await must(app, investor, `POST ${at}`, aFollow());
    expect(await titles(founder)).toEqual([
      "Somebody asks to follow Startup Example or to connect to it",
    ]);
    expect((await read(founder)).data[0]?.actor).toMatchObject({ id: investor.id });
    await must(app, founder, `POST /startups/${startup.id}/follow-requests/${id}/response`, {
      decision: "approve",
    });
    expect(await titles(investor)).toEqual(["Startup Example has approved your request"]);
    const [mail] = mails.filter(({ subject }) => subject === "News of a follower");
    const page = `/startups/${startup.entityId}`;
    expect(mail?.text).toContain(`The startup:\n${publicUrl}${page}\n`);
    const opened = await app.get(page, { accept: "text/html", ...investor.headers });
    expect(opened.statusCode).toBe(200);
    await must(app, investor, `POST ${at}`, aFollow());
    expect(await titles(founder)).toHaveLength(1);
    expect(await titles(other)).toEqual([]);
  });

  test("a view of a report tells its owner once a day and names nobody", async () => {
    const made = await send(founder, "POST", "/v2/reports", {
      ...{ title: "March", is_public: true, report_type: "annual_report", data: {} },
    });
    const reportId = made.json().data.id;
    for (const who of [investor, other, investor]) {
      const headers = { ...who.headers, "user-agent": "Mozilla/5.0 Firefox/140.0" };
      const answer = await app.get(`/v2/reports/${reportId}`, headers);
      const { deliveryReceiptId } = answer.json().data.view_delivery;
      const url = `/v2/reports/${reportId}/views`;
      const counted = await app.send({
        method: "POST",
        url,
        headers,
        payload: { deliveryReceiptId },
      });
      expect(counted.json().data).toEqual({ outcome: "recorded" });
    }
    const views = await read(founder, "?kind=report_views");
    expect(views.data).toEqual([
      expect.objectContaining({ title: "Your report March was viewed", actor: null }),
    ]);
    expect(JSON.stringify(views)).not.toContain(investor.id);
  });

  test("new filings of a watched company are told once to who watched before; older ones, other forms and other companies are not", async () => {
    const { entityId, cik } = await watched();
    const [before, after] = [await makePerson(app), await makePerson(app)];
    await watch(before, entityId, "2026-01-01T00:00:00Z");
    await watch(after, entityId, new Date().toISOString());
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const row = (form: string, filed: string) => ({
      ...{ companyKey: cik, form, filed, accession: randomUUID(), isXbrl: true },
    });
    await makeBuild(db, cik);
    await db.insert(filing).values([row("10-K", day(2)), row("4", day(2)), row("10-Q", day(40))]);
    expect(await makeFilingNotices(platform, cik)).toEqual({ told: 1 });
    expect(await makeFilingNotices(platform, cik)).toEqual({ told: 0 });
    expect(await titles(before)).toEqual(["Apple Inc. has filed: 10-K"]);
    expect(await titles(after)).toEqual([]);
  });

  test("what is older than 180 days is removed, and nothing else", async () => {
    const left = await db.$count(notification);
    const values = { kind: "follows", state: "approved", subjectType: "follow" } as const;
    await db.insert(notification).values({
      ...{ ...values, userId: other.id, subjectId: "x", sourceId: "old" },
      createdAt: new Date(Date.now() - 181 * 86_400_000).toISOString(),
    });
    expect(await sweepNotifications(platform)).toBe(1);
    expect(await db.$count(notification)).toBe(left);
  });
});

async function watched() {
  const { id: entityId, cik } = await makeCompany(db, { name: "Apple Inc." });
  return { entityId, cik };
}

async function watch(who: Person, entityId: string, addedAt: string) {
  const made = await send(who, "POST", "/v2/watchlists", { name: "Mine" });
  const watchlistId = made.json().data.id;
  await db.insert(watchlistEntity).values({ watchlistId, entityId, addedAt });
}

describe("blocked people", async () => {
  const hirer = await makeHirer(app, { name: "Apart", published: true });
  const ann = await makePerson(app);
  const { roleId } = await makeRole(app, { by: hirer.owner, entityId: hirer.entityId });
  const id = await makeApplication(app, { roleId, by: ann });
  const url = `/api/v1/users/me/blocks/${hirer.permitted.id}`;

  test("cause none, and hide what they caused before, while the block lasts", async () => {
    const status = `/api/v1/entities/${hirer.entityId}/hiring/applications/${id}/status`;
    await send(hirer.permitted, "PUT", status, { status: "reviewing" });
    expect((await read(ann)).meta.unread).toBe(1);
    await send(ann, "PUT", url);
    expect(await read(ann)).toMatchObject({ data: [], meta: { unread: 0 } });
    await send(hirer.permitted, "PUT", status, { status: "evaluated" });
    await send(ann, "DELETE", url);
    expect((await read(ann)).data.map(({ state }) => state)).toEqual(["reviewing"]);
  });

  test("a block with the owner counts for the whole team", async () => {
    await send(ann, "PUT", `/api/v1/users/me/blocks/${hirer.owner.id}`);
    const notice = { ...lastNotice(), sourceId: "of the team", actorId: hirer.permitted.id };
    expect(await makeNotices(platform, { ...notice, userId: ann.id, team: null })).toEqual({
      told: 0,
    });
    const back = { ...notice, actorId: ann.id, userId: null, team: "managers" as const };
    expect(await makeNotices(platform, back)).toEqual({ told: 0 });
  });
});

describe("reading", () => {
  let [ann, bob]: Person[] = [];
  const make = async (who: Person, n: number) => {
    const rows = await db
      .insert(notification)
      .values({
        ...{ userId: who.id, kind: "report_views", state: "viewed", subjectType: "report" },
        ...{ subjectId: randomUUID(), sourceId: `${n}`, label: `No. ${n}` },
        createdAt: `2026-10-01T00:00:${10 + Math.floor(n / 2)}Z`,
      })
      .returning({ id: notification.id });
    return rows[0]?.id ?? "";
  };
  const ids: string[] = [];
  beforeAll(async () => {
    [ann, bob] = [await makePerson(app), await makePerson(app)];
    for (let n = 0; n < 7; n += 1) ids.push(await make(ann as Person, n));
    await make(bob as Person, 0);
  });
  const of = () => ({ ann: ann as Person, bob: bob as Person });

  test("pages by cursor neither skip nor repeat, also among those of one moment and while new ones come", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const { data, meta } = await read(of().ann, `?limit=2${more}`);
      if (cursor === "") ids.push(await make(of().ann, 20));
      seen.push(...data.map(({ id }) => id));
      cursor = meta.nextCursor;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(ids.slice(0, 7)));
  });

  test("marks one, and a third request is as the first; another account's is 404 and unchanged", async () => {
    const url = `${list}/${ids[0]}/read`;
    const first = (await send(of().ann, "PUT", url)).json().data;
    expect(first.readAt).not.toBeNull();
    await send(of().ann, "PUT", url);
    expect((await send(of().ann, "PUT", url)).json().data).toEqual(first);
    for (const method of ["PUT", "DELETE"] as const) {
      expect((await send(of().bob, method, url)).statusCode).toBe(404);
    }
    expect((await read(of().ann)).meta.unread).toBe(7);
    expect((await send(of().ann, "DELETE", url)).json().data.readAt).toBeNull();
    expect((await read(of().ann)).meta.unread).toBe(8);
  });

  test("marks all that were shown, then the rest, and nobody else's", async () => {
    const all = `${list}/read-all`;
    const upTo = (await read(of().ann)).data[1]?.id;
    const marked = async (payload: object) =>
      (await send(of().ann, "POST", all, payload)).json().data.marked;
    expect(await marked({ upTo })).toBe(7);
    expect((await read(of().ann, "?unread=true")).data.map(({ id }) => id)).toEqual([ids[7]]);
    expect([await marked({}), await marked({}), await marked({})]).toEqual([1, 0, 0]);
    expect((await read(of().bob)).meta.unread).toBe(1);
    const ofAnother = (await read(of().bob)).data[0]?.id;
    expect((await send(of().ann, "POST", all, { upTo: ofAnother })).statusCode).toBe(404);
  });

  test("hostile queries are refused", async () => {
    for (const query of ["?cursor=%00", "?kind=secrets", "?unread=1", "?limit=0"]) {
      expect((await app.get(list + query, of().ann.headers)).statusCode, query).toBe(400);
    }
  });

  test("the export has them, and they go with the account and with who caused them", async () => {
    const [cause, told] = [await makePerson(app), await makePerson(app)];
    const values = { kind: "follows", state: "approved", subjectType: "follow" } as const;
    await db.insert(notification).values([
      { ...values, userId: told.id, actorId: cause.id, subjectId: "1", sourceId: "1" },
      { ...values, userId: cause.id, subjectId: "2", sourceId: "2" },
    ]);
    const kept = (await read(of().bob)).data;
    const held = await app.get("/api/v1/users/me/export", told.headers);
    expect(held.json().data.rows.notification).toHaveLength(1);
    const deleted = await db.delete(userTable).where(eq(userTable.id, cause.id));
    expect(deleted.rowCount).toBe(1);
    expect(await titles(told)).toEqual([]);
    expect((await read(of().bob)).data).toEqual(kept);
  });
});
