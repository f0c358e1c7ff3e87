import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { JobSender } from "#api/clients/job-sender.ts";
import { makeSuggestions, sendAlerts, verifyInvestor } from "#api/modules/investors/service.ts";
import { openPlatform, type Platform } from "#api/platform.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { investorAlert } from "#schemas/tables/platform/investor.ts";
import { testApp } from "../../helpers/app.ts";
import { inlineJobs } from "../../helpers/inline-jobs.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { makeStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const { db, mails } = app;
const founder = await makePerson(app);
const hourMs = 3_600_000;
let ahead = 0;
const log = { error() {} } as never;
const now = () => new Date(Date.now() + ahead);
const jobs = inlineJobs({
  ...{ database: app.database, mails, enqueued: app.enqueued, log, now },
  publicUrl: "http://localhost:3000",
});
const platformWith = (sender: JobSender): Platform =>
  openPlatform({
    ...{ db, jobs: sender, log, now, files: {} as never, publicUrl: "http://localhost:3000" },
  });
const platform = platformWith(jobs);
const textsTo = (address: string) => mails.filter(({ to }) => to === address).map((m) => m.text);

/** A verified investor with a confirmed address, and what it wants to be told. */
async function makeInvestor(email: string, alerts: object): Promise<Person> {
  const who = await makePerson(app, email);
  await db
    .update(userAccount)
    .set({ emailVerifiedAt: "2026-01-01T00:00:00.000Z" })
    .where(eq(userAccount.id, who.id));
  await verifyInvestor(db, { email, firm: null });
  await must(app, who, "PUT /investor/startup-watchlists/alert-preferences", alerts);
  return who;
}
const everything = ["startup_in_mandate", "capital_status_changed", "report_published"];

describe("digests of news about startups", async () => {
  const daily = await makeInvestor("daily@example.com", { triggers: everything, digest: "daily" });
  const weekly = await makeInvestor("weekly@example.com", {
    ...{ triggers: ["startup_in_mandate"], digest: "weekly" },
  });
  const off = await makeInvestor("off@example.com", { triggers: everything, digest: "off" });
  const fit = await makeStartup(app, founder, { name: "Fit <b>.example.com", sector: "Robotics" });
  const kept = await makeStartup(app, founder, { name: "Kept" });
  const other = await makeStartup(app, founder, { name: "Not kept" });
  for (const who of [daily, weekly, off]) {
    const mandate = { principalType: "person", name: "Secret", sectors: ["Robotics"] };
    await must(app, who, "POST /investment-mandates", mandate);
  }
  await must(app, daily, "POST /investor/startup-profile-saves", { startupListingId: kept.id });
  for (const { id } of [kept, other]) {
    await must(app, founder, `PATCH /startups/${id}`, {
      capitalStatus: { status: "actively_raising" },
    });
  }
  for (const [title, is_public] of [
    ["Public numbers", true],
    ["Private numbers", false],
  ] as const) {
    const answer = await app.send({
      ...{ method: "POST", url: "/v2/reports", headers: founder.headers },
      payload: {
        ...{ title, is_public, report_type: "annual_report", data: {} },
        entity_id: kept.entityId,
      },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const url = `/v2/reports/${answer.json().data.id}`;
    const submitted = { status: "submitted" };
    await app.send({ method: "PATCH", url, headers: founder.headers, payload: submitted });
  }
  await makeSuggestions(app);

  test("are not due before a day is over", async () => {
    await sendAlerts(platform);
    expect(textsTo("daily@example.com")).toEqual([]);
  });

  test("tell each trigger of what one may read and keeps, once", async () => {
    ahead = 25 * hourMs;
    const done = await Promise.all([sendAlerts(platform), sendAlerts(platform)]);
    expect(done.map(({ mails }) => mails).sort()).toEqual([0, 1]);
    const [text = "", ...more] = textsTo("daily@example.com");
    expect(more).toEqual([]);
    expect(text).toContain('New startups that fit your mandates:\n\n"Fit b example com":');
    expect(text).toContain(`http://localhost:3000/startups/${fit.slug}`);
    expect(text).toContain('"Kept" is now actively raising:');
    expect(text).toContain('"Kept": "Public numbers":');
    expect(text).toContain("No more alerts about startups:");
    expect(text).not.toMatch(/Private numbers|Not kept|Secret/);
    expect(textsTo("weekly@example.com")).toEqual([]);

    ahead = 50 * hourMs;
    expect(await sendAlerts(platform)).toEqual({ accounts: 1, mails: 0 });
  });

  test("come each week where that was chosen, and never where they are off or not wanted", async () => {
    await app.send({
      ...{ method: "PATCH", url: "/api/v1/users/me/mail", headers: daily.headers },
      payload: { alerts: false },
    });
    await must(app, founder, `PATCH /startups/${kept.id}`, {
      capitalStatus: { status: "planning" },
    });
    ahead = 8 * 24 * hourMs;
    await sendAlerts(platform);
    expect(textsTo("weekly@example.com")).toEqual([expect.stringContaining("Fit b example com")]);
    expect(textsTo("weekly@example.com")[0]).not.toContain("Kept");
    expect(textsTo("off@example.com")).toEqual([]);
    expect(textsTo("daily@example.com")).toHaveLength(1);
  });

  test("tell a report that became public after it was submitted, once", async () => {
    const email = "late@example.com";
    const wish = { triggers: ["report_published"], digest: "daily" };
    ahead = 0;
    const who = await makeInvestor(email, wish);
    await must(app, who, "POST /investor/startup-profile-saves", { startupListingId: kept.id });
    const made = await app.send({
      ...{ method: "POST", url: "/v2/reports", headers: founder.headers },
      payload: {
        ...{ title: "Late numbers", is_public: false, report_type: "annual_report", data: {} },
        entity_id: kept.entityId,
      },
    });
    const change = (payload: object) =>
      app.send({
        ...{ method: "PATCH", url: `/v2/reports/${made.json().data.id}`, headers: founder.headers },
        payload,
      });
    await change({ status: "submitted" });
    const toldUntil = async (at: Date) =>
      db
        .update(investorAlert)
        .set({ toldUntil: at.toISOString() })
        .where(eq(investorAlert.userId, who.id));
    // The digest of a later day: the report was submitted before its span, and is opened within it.
    await toldUntil(new Date());
    expect((await change({ is_public: true })).statusCode).toBe(200);
    ahead = 25 * hourMs;
    await sendAlerts(platform);
    expect(textsTo(email)).toEqual([expect.stringContaining('"Kept": "Late numbers":')]);

    await toldUntil(new Date());
    await change({ is_public: false });
    await change({ is_public: true });
    await sendAlerts(platform);
    expect(textsTo(email)).toHaveLength(1);
  });

  test("of which one fails leave nothing told twice, and nothing left out", async () => {
    const addresses = ["one@example.com", "two@example.com"];
    for (const email of addresses) {
      const wish = { triggers: ["capital_status_changed"], digest: "daily" };
      const who = await makeInvestor(email, wish);
      const startupListingId = kept.id;
      await must(app, who, "POST /investor/startup-profile-saves", { startupListingId });
    }
    const status = "open_to_relationships";
    await must(app, founder, `PATCH /startups/${kept.id}`, { capitalStatus: { status } });
    ahead = 25 * hourMs;
    let sent = 0;
    const failing = platformWith({
      send: async (...given) => {
        sent += 1;
        if (sent === 2) throw new Error("killed");
        await jobs.send(...given);
      },
    });
    const told = () => addresses.map((address) => textsTo(address).length);

    await expect(sendAlerts(failing)).rejects.toThrow("killed");
    expect(told().sort()).toEqual([0, 1]);
    await sendAlerts(platform);
    expect(told()).toEqual([1, 1]);
  });

  test("leave out the startup of a founder whom a block keeps from the reader [STP-42]", async () => {
    const wish = { triggers: everything, digest: "daily" };
    const [free, apart] = [
      await makeInvestor("free@example.com", wish),
      await makeInvestor("apart@example.com", wish),
    ];
    for (const who of [free, apart]) {
      const startupListingId = kept.id;
      await must(app, who, "POST /investor/startup-profile-saves", { startupListingId });
      await must(app, who, "POST /investment-mandates", {
        ...{ principalType: "person", name: "Mine", sectors: ["Robotics"] },
      });
    }
    await app.send({
      ...{ method: "PUT", url: `/api/v1/users/me/blocks/${founder.id}`, headers: apart.headers },
    });
    await makeSuggestions(app);
    const status = "not_raising";
    await must(app, founder, `PATCH /startups/${kept.id}`, { capitalStatus: { status } });
    ahead = 25 * hourMs;
    await sendAlerts(platform);
    expect(textsTo("free@example.com")).toEqual([expect.stringContaining("Fit b example com")]);
    expect(textsTo("free@example.com")[0]).toContain("is now not raising");
    expect(textsTo("apart@example.com")).toEqual([]);
  });
});
