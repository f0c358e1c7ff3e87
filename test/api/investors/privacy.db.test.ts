import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { needsAccount } from "#api/auth/access.ts";
import { makeSuggestions, sendAlerts, verifyInvestor } from "#api/modules/investors/service.ts";
import { allEndpoints } from "#api/modules.ts";
import { openPlatform } from "#api/platform.ts";
import { testApp } from "../../helpers/app.ts";
import { inlineJobs } from "../../helpers/inline-jobs.ts";
import { makeOrganization, makePerson, verifyEmail } from "../../helpers/people.ts";
import { aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";

const app = await testApp();
const founder = await makePerson(app);
const stranger = await makePerson(app);
const anonymous = { id: "", headers: {} };
const email = `investor-${randomUUID()}@example.com`;
const investor = await makePerson(app, email);

const sector = `Sector ${randomUUID()}`;
const { id, entityId, slug } = await makeStartup(app, founder, { sector });
const reads = allEndpoints.filter(
  ({ method, type, path }) =>
    method === "GET" && type === "application/json" && !/healthz|readyz|metrics|openapi/.test(path),
);

/** An answer without what changes by itself. */
const plain = (text: string) =>
  text
    .replace(/"(traceId|timestamp|exportedAt|lastUsedAt|requestsLast24h)":("[^"]*"|\d+)/g, "")
    .replace(/"(expires|signature)=[^"&]*/g, "");

/** All that a person can read about the startup or of their own. */
async function readAll(who: { headers: Record<string, string> }) {
  const found = new Map<string, string>();
  for (const { path } of reads) {
    const names: Record<string, string> = { id, entityId, slug, subjectType: "company" };
    const url = path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? id);
    const query = path === "/v2/investment-mandates" ? "?principalType=person" : "";
    const answer = await app.get(url + query, who.headers);
    found.set(path, `${answer.statusCode} ${plain(answer.body)}`);
  }
  return found;
}

const secret = `secret-${randomUUID()}`;

/** Everything that an investor keeps in private about the startup; answers the ids. */
async function keepAll(): Promise<string[]> {
  await verifyInvestor(app.db, { email, firm: null });
  await verifyEmail(app, investor.id);
  const firmId = await makeOrganization(app, investor);
  const notes = `/investor/startups/${id}/notes` as const;
  const made: { id: string; capitalProviderListingId?: string }[] = [
    await must(app, investor, "POST /investor/startup-watchlists", { name: `${secret} list` }),
    await must(app, investor, "POST /investor/startup-profile-saves", { startupListingId: id }),
    await must(app, investor, `POST ${notes}`, { body: `${secret} note`, firmId: null }),
    await must(app, investor, `POST ${notes}`, { body: `${secret} firm`, firmId }),
    await must(app, investor, "POST /investment-mandates", {
      ...{ principalType: "person", name: `${secret} mandate`, sectors: [sector] },
    }),
  ];
  await must(app, investor, `POST /investor/startup-watchlists/${made[0]?.id}/items`, {
    startupListingId: id,
  });
  await must(app, investor, "PUT /investor/startup-watchlists/alert-preferences", {
    ...{ triggers: ["startup_in_mandate", "capital_status_changed"], digest: "daily" },
  });
  await makeSuggestions(app);
  return made.flatMap((one) => [one.id, one.capitalProviderListingId ?? one.id]);
}

const others = [founder, stranger, anonymous];
const before = await Promise.all(others.map(readAll));
const ids = await keepAll();

test("saves, watchlists, notes and mandates of an investor are nowhere for the founder, others and anonymous readers: bodies, counters, logs, exports [STP-47] [STP-48]", async () => {
  expect(before[0]?.size).toBeGreaterThan(80);
  for (const [n, who] of others.entries()) {
    const seen = await readAll(who);
    for (const [path, text] of seen) expect([path, text]).toEqual([path, before[n]?.get(path)]);
    const all = [...seen.values()].join("\n");
    expect(all).not.toContain(secret);
    for (const own of ids) expect(all).not.toContain(own);
  }
  // The investor itself does see them.
  expect([...(await readAll(investor)).values()].join("\n")).toContain(`${secret} note`);
});

test("whoever names what an investor keeps is answered as for what does not exist, by every operation [STP-47]", async () => {
  const named = allEndpoints.filter(
    ({ path, access }) => path.includes(":") && needsAccount(access),
  );
  expect(named.length).toBeGreaterThan(150);
  const private_ = /:(watchlistId|saveId|noteId|mandateId|capitalProviderListingId)/;
  for (const { method, path } of named) {
    const urlFor = (own: string) =>
      path.replace(/:(\w+)/g, (_, name: string) =>
        /^id$/.test(name) && private_.test(path) ? id : own,
      );
    // Founders try it on what is private only: elsewhere they may change what is theirs.
    const callers = private_.test(path) ? others : [stranger];
    for (const who of callers) {
      const ask = (own: string) =>
        app.send({
          ...{ method, url: urlFor(own), headers: who.headers },
          ...(method === "GET" ? {} : { payload: {} }),
        });
      const missing = await ask(randomUUID());
      for (const own of new Set(ids)) {
        const answer = await ask(own);
        const text = plain(answer.body);
        expect([path, answer.statusCode, text.replaceAll(own, "")]).toEqual([
          path,
          missing.statusCode,
          plain(missing.body).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ""),
        ]);
        expect(text).not.toContain(secret);
      }
    }
  }
}, 300_000);

test("no mail but the investor's own digest is sent, and that has nothing private in it [STP-48]", async () => {
  await must(app, founder, `PATCH /startups/${id}`, { capitalStatus: { status: "planning" } });
  const start = app.mails.length;
  const now = () => new Date(Date.now() + 25 * 3_600_000);
  const { db, mails, enqueued, database } = app;
  const log = { error() {} } as never;
  const publicUrl = "http://localhost:3000";
  const jobs = inlineJobs({ database, mails, enqueued, log, now, publicUrl });
  await sendAlerts(openPlatform({ db, jobs, log, now, files: {} as never, publicUrl }));
  const sent = app.mails.slice(start);
  expect(sent.map(({ to }) => to)).toEqual([email]);
  expect(JSON.stringify(sent)).toContain("is now planning");
  expect(JSON.stringify(app.mails)).not.toContain(secret);
});

test("the reasons of a request are the founder's and the investor's to read, and nobody else's [STP-36] [STP-61]", async () => {
  const reason = `reason-${randomUUID()}`;
  await must(app, investor, `POST /startups/${id}/follow-requests`, {
    ...aFollow({ reason: `${reason} follow`, desiredObservation: `${reason} observation` }),
  });
  await must(app, investor, `POST /startups/${id}/engagement-requests`, {
    ...{ kind: "meeting", subject: `${reason} subject`, reason: `${reason} meeting` },
    idempotencyKey: randomUUID(),
  });
  const textOf = async (who: { headers: Record<string, string> }) =>
    [...(await readAll(who)).values()].join("\n");
  for (const who of [founder, investor]) {
    const text = await textOf(who);
    for (const what of ["follow", "observation", "subject", "meeting"]) {
      expect(text).toContain(`${reason} ${what}`);
    }
  }
  for (const who of [stranger, anonymous]) expect(await textOf(who)).not.toContain(reason);
});
