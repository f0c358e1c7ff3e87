import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { aFollow, makeStartup, must } from "../../helpers/platform/startups.ts";
import { clients, raceEverywhere, rounds, together } from "../../helpers/races.ts";

const limitMs = 600_000;

await raceEverywhere((via) => {
  const { db } = via(0);
  const ask = (
    n: number,
    method: "GET" | "POST" | "DELETE",
    url: string,
    { headers }: Person,
    payload?: object,
  ) => via(n).send({ method, url: `/v2${url}`, headers, ...(payload && { payload }) });
  const people = async () => {
    const made = Array.from({ length: 3 }, () => makePerson(via(0)));
    return (await Promise.all(made)) as [Person, Person, Person];
  };
  /** How often an act stands in the audit log of a startup. */
  const acts = (startupId: string, action: string) =>
    db.$count(auditEvent, and(eq(auditEvent.subjectId, startupId), eq(auditEvent.action, action)));
  const statusFor = async (reportId: string, who: Person) => [
    (await ask(0, "GET", `/reports/${reportId}`, who)).statusCode,
    (await ask(1, "GET", `/reports/${reportId}`, who)).statusCode,
  ];
  const reportOf = (entityId: string, founder: Person) =>
    must(via(0), founder, "POST /reports", {
      ...{ title: "Annual", report_type: "annual_report", data: {} },
      entity_id: entityId,
    }) as Promise<{ id: string }>;
  const askFor = async (startupId: string, reportId: string, who: Person) => {
    const at = `/startups/${startupId}/engagement-requests` as const;
    const made = await must(via(0), who, `POST ${at}`, {
      ...{ kind: "report", subject: "Figures", reason: "Robots", reportId },
      idempotencyKey: randomUUID(),
    });
    return `${at}/${made.id}`;
  };

  test(
    "a report is opened by one of sixteen answers, or by none, and for one time [STP-66] [O-65]",
    async () => {
      const [founder, investor, other] = await people();
      for (let round = 0; round < rounds; round += 1) {
        const { id, entityId } = await makeStartup(via(0), founder);
        const report = await reportOf(entityId, founder);
        const one = await askFor(id, report.id, investor);
        const answers = await together((n) =>
          ask(n, "POST", `${one}/response`, founder, {
            ...(n % 2 === 0 ? { decision: "accept", accessDays: n + 1 } : { decision: "decline" }),
          }),
        );
        const { data } = (await ask(1, "GET", one, investor)).json();
        const isOpen = data.status === "accepted";
        expect(["accepted", "declined"]).toContain(data.status);
        const done = answers.filter(({ statusCode }) => statusCode === 200);
        expect(done).toHaveLength(clients / 2);
        expect(new Set(done.map((answer) => answer.json().data.accessEndsAt))).toEqual(
          new Set([data.accessEndsAt]),
        );
        expect(data.accessEndsAt !== null).toBe(isOpen);
        const status = isOpen ? 200 : 404;
        expect(await statusFor(report.id, investor)).toEqual([status, status]);
        expect(await statusFor(report.id, other)).toEqual([404, 404]);
      }
    },
    limitMs,
  );

  test(
    "an opened report is closed once: sixteen at once, and a later one, are told the same end [O-65]",
    async () => {
      const [founder, investor, other] = await people();
      for (let round = 0; round < rounds; round += 1) {
        const { id, entityId } = await makeStartup(via(0), founder);
        const report = await reportOf(entityId, founder);
        const [one, neighbours] = [
          await askFor(id, report.id, investor),
          await askFor(id, report.id, other),
        ];
        for (const at of [one, neighbours])
          await ask(0, "POST", `${at}/response`, founder, { decision: "accept" });
        expect(await statusFor(report.id, investor)).toEqual([200, 200]);
        const answers = await together((n) => ask(n, "DELETE", `${one}/report-access`, founder));
        const again = await ask(round, "DELETE", `${one}/report-access`, founder);
        const ends = [...answers, again].map((answer) => answer.json().data?.accessEndsAt);
        expect(ends[0]).toEqual(expect.any(String));
        expect(new Set(ends).size).toBe(1);
        expect(await acts(id, "engagement.report_closed")).toBe(1);
        expect(await statusFor(report.id, investor)).toEqual([404, 404]);
        expect(await statusFor(report.id, other)).toEqual([200, 200]);
      }
    },
    limitMs,
  );

  test(
    "lists by who made them have what sixteen made at once, each once, and nothing of others [O-63]",
    async () => {
      const [founder, follower, other] = await people();
      const { id } = await makeStartup(via(0), founder);
      const followRequests = `/startups/${id}/follow-requests` as const;
      const follow = await must(via(0), follower, `POST ${followRequests}`, aFollow());
      await must(via(0), founder, `POST ${followRequests}/${follow.id}/response`, {
        decision: "approve",
      });
      await must(via(0), other, "POST /programs", { name: "Of another" });
      const invitations = `/startups/${id}/engagement-invitations`;
      const objectives = `/startups/${id}/capital-objectives`;
      const equity = { instrument: "equity", targetAmount: "100", currency: "USD" };
      const made: Record<string, [number, (n: number) => ReturnType<typeof ask>]> = {
        "/programs": [clients, (n) => ask(n, "POST", "/programs", founder, { name: `Batch ${n}` })],
        // Every key is sent twice.
        [invitations]: [
          clients / 2,
          (n) =>
            ask(n, "POST", invitations, founder, {
              ...{ followerId: follower.id, kind: "meeting" },
              idempotencyKey: `${id.slice(0, -4)}${String(n % (clients / 2)).padStart(4, "0")}`,
            }),
        ],
        // One is active at a time.
        [objectives]: [1, (n) => ask(n, "POST", objectives, founder, equity)],
      };
      for (const [url, [count, make]] of Object.entries(made)) {
        const answers = await together(make);
        const ids = new Set(
          answers.filter((one) => one.statusCode === 201).map((one) => one.json().data.id),
        );
        expect([url, ids.size]).toEqual([url, count]);
        for (const n of [0, 1]) {
          const { data, meta } = (await ask(n, "GET", `${url}?limit=100`, founder)).json();
          const listed = data.map((one: { id: string }) => one.id);
          expect([listed.length, new Set(listed), meta.total]).toEqual([count, ids, count]);
          const theirs = await ask(n, "GET", url, other);
          const shown = theirs.statusCode === 200 ? theirs.json().data : [];
          expect(shown.filter((one: { id: string }) => ids.has(one.id))).toEqual([]);
        }
      }
    },
    limitMs,
  );
});
