import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { makeSuggestions, verifyInvestor } from "#api/modules/investors/service.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { makeOrganization, makePerson } from "../../helpers/people.ts";
import { makeStartup, must } from "../../helpers/startups.ts";

const app = await testApp();
const founder = await makePerson(app);
const stranger = await makePerson(app);
const email = `investor-${randomUUID()}@example.com`;
const investor = await makePerson(app, email);

test("saves, watchlists, notes and mandates of an investor are nowhere for the founder or others: bodies, counters, logs [STP-47] [STP-48]", async () => {
  const sector = `Sector ${randomUUID()}`;
  const { id, entityId, slug } = await makeStartup(app, founder, { sector });
  const reads = allEndpoints.filter(
    ({ method, type }) => method === "GET" && type === "application/json",
  );
  /** All that a person can read about the startup or of their own, without what changes by itself. */
  const readAll = async (who: typeof founder) => {
    const found = new Map<string, string>();
    for (const { path } of reads) {
      if (/healthz|readyz|metrics|openapi/.test(path)) continue;
      const names: Record<string, string> = { id, entityId, slug, subjectType: "company" };
      const url = path.replace(/:(\w+)/g, (_, name: string) => names[name] ?? id);
      const query = path === "/v2/investment-mandates" ? "?principalType=person" : "";
      const answer = await app.get(url + query, who.headers);
      const text = answer.body
        .replace(/"(traceId|timestamp|exportedAt|lastUsedAt|requestsLast24h)":("[^"]*"|\d+)/g, "")
        .replace(/"(expires|signature)=[^"&]*/g, "");
      found.set(path, `${answer.statusCode} ${text}`);
    }
    return found;
  };
  const before = [await readAll(founder), await readAll(stranger)];

  await verifyInvestor(app.db, { email, firm: null });
  const secret = `secret-${randomUUID()}`;
  const firmId = await makeOrganization(app, investor);
  const made: { id: string }[] = [
    await must(app, investor, "POST /investor/startup-watchlists", { name: `${secret} list` }),
    await must(app, investor, "POST /investor/startup-profile-saves", { startupListingId: id }),
    await must(app, investor, `POST /investor/startups/${id}/notes`, { body: `${secret} note` }),
    await must(app, investor, `POST /investor/startups/${id}/notes`, {
      ...{ body: `${secret} firm`, firmId },
    }),
    await must(app, investor, "POST /investment-mandates", {
      ...{ principalType: "person", name: `${secret} mandate`, sectors: [sector] },
    }),
  ];
  await must(app, investor, `POST /investor/startup-watchlists/${made[0]?.id}/items`, {
    startupListingId: id,
  });
  await must(app, investor, "PUT /investor/startup-watchlists/alert-preferences", {
    ...{ triggers: ["startup_in_mandate"], digest: "daily" },
  });
  await makeSuggestions(app);

  const after = [await readAll(founder), await readAll(stranger)];
  expect(before[0]?.size).toBeGreaterThan(80);
  for (const [n, seen] of after.entries()) {
    for (const [path, text] of seen) expect([path, text]).toEqual([path, before[n]?.get(path)]);
    const all = [...seen.values()].join("\n");
    expect(all).not.toContain(secret);
    for (const { id: own } of made) expect(all).not.toContain(own);
  }
  // The investor itself does see them.
  expect([...(await readAll(investor)).values()].join("\n")).toContain(`${secret} note`);
});
