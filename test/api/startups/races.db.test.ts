import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findBreak } from "#api/data/hash-chain.ts";
import { expireFollows } from "#api/modules/startups/service.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { capitalHandoff, engagementRequest } from "#schemas/tables/platform/engagement.ts";
import {
  startupBaselineVersion,
  startupFollow,
  startupListing,
  startupSummary,
} from "#schemas/tables/platform/startup.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { aField, aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";
import { askBeforeCommit, clients, raceEverywhere, rounds, together } from "../../helpers/races.ts";

const limitMs = 600_000;
const once = [200, ...Array(clients - 1).fill(409)];
const statuses = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort();

await raceEverywhere((via, apps) => {
  const { db } = via(0);
  const post = (n: number, who: Person, url: string, payload?: object) =>
    via(n).send({
      method: "POST",
      url: `/v2${url}`,
      headers: who.headers,
      ...(payload === undefined ? {} : { payload }),
    });
  /** How often an act stands in the startup's audit log. */
  const acts = async (startupId: string, action: string) =>
    (
      await db
        .select({ id: auditEvent.id })
        .from(auditEvent)
        .where(and(eq(auditEvent.subjectId, startupId), eq(auditEvent.action, action)))
    ).length;
  const people = () => Promise.all([makePerson(via(0)), makePerson(via(0))]);

  test(
    "one opt-in: an entity gets one listing with one first version [STP-17] [STA-07]",
    async () => {
      const [founder] = await people();
      for (let round = 0; round < rounds; round += 1) {
        const slug = `raced-${randomUUID()}`;
        const [row] = await db
          .insert(entity)
          .values({ name: "Raced", slug, ownerId: founder.id, published: false })
          .returning({ id: entity.id });
        const entityId = row?.id ?? "";
        const answers = await together((n) =>
          post(n, founder, `/entities/${entityId}/startup-listing`, {}),
        );
        expect(statuses(answers)).toEqual([201, ...Array(clients - 1).fill(409)]);
        const rows = await db
          .select()
          .from(startupListing)
          .where(eq(startupListing.entityId, entityId));
        expect(rows).toHaveLength(1);
        expect(await acts(rows[0]?.id ?? "", "startup.listed")).toBe(1);
      }
    },
    limitMs,
  );

  test(
    "one lock and one confirmation: the chain has one first link, and one summary is confirmed [STP-25] [STP-30]",
    async () => {
      const [founder] = await people();
      for (let round = 0; round < rounds; round += 1) {
        const { id } = await makeStartup(via(0), founder);
        const at = `/startups/${id}/baseline` as const;
        await must(via(0), founder, `POST ${at}`, {});
        await must(via(0), founder, `POST ${at}/fields`, aField());
        expect(statuses(await together((n) => post(n, founder, `${at}/lock`)))).toEqual(once);
        const { id: baselineId } = await must(via(0), founder, `GET ${at}`);
        const chain = await db
          .select()
          .from(startupBaselineVersion)
          .where(eq(startupBaselineVersion.baselineId, baselineId));
        expect([chain.length, findBreak(chain)]).toEqual([1, null]);
        expect(await acts(id, "startup.baseline_locked")).toBe(1);

        await must(via(0), founder, `POST ${at}/summary/generate`);
        const confirmed = await together((n) => post(n, founder, `${at}/summary/confirm`));
        expect(statuses(confirmed)).toEqual(once);
        const summaries = await db
          .select()
          .from(startupSummary)
          .where(eq(startupSummary.baselineId, baselineId));
        expect(summaries.map(({ status }) => status)).toEqual(["confirmed"]);
        expect(await acts(id, "startup.summary_confirmed")).toBe(1);
      }
    },
    limitMs,
  );

  test(
    "one decision on a request to follow: approved or declined, once [STP-82]",
    async () => {
      const [founder, investor] = await people();
      for (let round = 0; round < rounds; round += 1) {
        const { id } = await makeStartup(via(0), founder);
        const at = `/startups/${id}/follow-requests` as const;
        const asked = await together((n) => post(n, investor, at, aFollow()));
        expect(statuses(asked)).toEqual([201, ...Array(clients - 1).fill(409)]);
        const [{ id: requestId }] = await must(via(0), founder, `GET ${at}`);
        const answers = await together((n) =>
          post(n, founder, `${at}/${requestId}/response`, {
            decision: n % 2 === 0 ? "approve" : "decline",
          }),
        );
        expect(statuses(answers)).toEqual(once);
        const won = answers.find(({ statusCode }) => statusCode === 200)?.json().data.status;
        const [row] = await db.select().from(startupFollow).where(eq(startupFollow.id, requestId));
        expect(row?.status).toBe(won);
        const decisions = [
          await acts(id, "startup.follow_approved"),
          await acts(id, "startup.follow_declined"),
        ];
        expect(decisions).toEqual(won === "approved" ? [1, 0] : [0, 1]);
      }
    },
    limitMs,
  );

  test(
    "expiry against renewal: whichever comes first, the renewed follow is in force and the old one ends once [STP-37] [STA-06]",
    async () => {
      const [founder, investor] = await people();
      for (let round = 0; round < rounds; round += 1) {
        const { id } = await makeStartup(via(0), founder);
        const at = `/startups/${id}/follow-requests` as const;
        const ask = async () => (await must(via(0), investor, `POST ${at}`, aFollow())).id;
        const old: string = await ask();
        await must(via(0), founder, `POST ${at}/${old}/response`, { decision: "approve" });
        await db
          .update(startupFollow)
          .set({ expiresAt: sql`now() - interval '1 minute'` as never })
          .where(eq(startupFollow.id, old));
        const renewed: string = await ask();
        const approvals: number[] = [];
        await together(async (n) => {
          if (n % 2 === 0) await expireFollows({ db: via(n).db, now: () => new Date() });
          else {
            const body = { decision: "approve" };
            const answer = await post(n, founder, `${at}/${renewed}/response`, body);
            approvals.push(answer.statusCode);
          }
        });
        expect(approvals.sort()).toEqual([200, ...Array(clients / 2 - 1).fill(409)]);
        const rows = await db
          .select()
          .from(startupFollow)
          .where(eq(startupFollow.startupListingId, id));
        const statusOf = (one: string) => rows.find((row) => row.id === one)?.status;
        expect(statusOf(renewed)).toBe("approved");
        expect(["expired", "superseded"]).toContain(statusOf(old));
        const expired = await acts(id, "startup.follow_expired");
        expect(expired + (await acts(id, "startup.follow_superseded"))).toBe(1);
        const seen = await must(via(1), investor, `GET /startups/${id}`);
        expect(seen.viewer).toMatchObject({ audience: "capital", following: true });
      }
    },
    limitMs,
  );

  test("a renewal that waits for the end of the old follow is approved all the same [STP-37]", async (context) => {
    if (apps.length === 1) return context.skip();
    const [founder, investor] = await people();
    const { id } = await makeStartup(via(0), founder);
    const at = `/startups/${id}/follow-requests` as const;
    const ask = async (): Promise<string> =>
      (await must(via(0), investor, `POST ${at}`, aFollow())).id;
    const old = await ask();
    await must(via(0), founder, `POST ${at}/${old}/response`, { decision: "approve" });
    const renewed = await ask();
    const answer = await askBeforeCommit(
      db,
      (tx) => tx.update(startupFollow).set({ status: "expired" }).where(eq(startupFollow.id, old)),
      () => post(1, founder, `${at}/${renewed}/response`, { decision: "approve" }),
    );
    expect(answer.statusCode).toBe(200);
    expect(await acts(id, "startup.follow_superseded")).toBe(0);
  });

  test(
    "one idempotency key, one response and one handoff of an engagement [STP-64] [STP-66] [STP-71]",
    async () => {
      const [founder, investor] = await people();
      for (let round = 0; round < rounds; round += 1) {
        const { id } = await makeStartup(via(0), founder);
        const at = `/startups/${id}/engagement-requests`;
        const body = {
          ...{ kind: "meeting", subject: "A talk", reason: "We fund robotics" },
          idempotencyKey: randomUUID(),
        };
        const asked = await together((n) => post(n, investor, at, body));
        expect(new Set(asked.map((one) => one.body.replace(/"timestamp":"[^"]*"/, ""))).size).toBe(
          1,
        );
        expect(statuses(asked)).toEqual(Array(clients).fill(201));
        const requests = await db
          .select()
          .from(engagementRequest)
          .where(eq(engagementRequest.startupListingId, id));
        expect(requests).toHaveLength(1);
        expect(await acts(id, "engagement.requested")).toBe(1);

        const one = `${at}/${requests[0]?.id}`;
        const answered = await together((n) =>
          post(n, founder, `${one}/response`, { decision: n % 2 === 0 ? "accept" : "decline" }),
        );
        const half = Array(clients / 2);
        expect(statuses(answered)).toEqual([...half.fill(200), ...Array(clients / 2).fill(409)]);
        const decisions = [
          await acts(id, "engagement.accepted"),
          await acts(id, "engagement.declined"),
        ];
        expect(decisions.sort()).toEqual([0, 1]);
        await db
          .update(engagementRequest)
          .set({ status: "accepted" })
          .where(eq(engagementRequest.startupListingId, id));

        const handed = await together((n) => post(n, founder, `${one}/capital-outcomes-handoff`));
        expect(statuses(handed)).toEqual(Array(clients).fill(200));
        expect(new Set(handed.map((answer) => answer.json().data.handoffId)).size).toBe(1);
        const handoffs = await db
          .select()
          .from(capitalHandoff)
          .where(eq(capitalHandoff.engagementRequestId, requests[0]?.id ?? ""));
        expect(handoffs).toHaveLength(1);
        expect(await acts(id, "engagement.handed_off")).toBe(1);
      }
    },
    limitMs,
  );
});
