import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { makeNotices } from "#api/modules/notifications/service.ts";
import { openPlatform } from "#api/platform.ts";
import { notification } from "#schemas/tables/accounts/notification.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { clients, raceEverywhere, rounds, together } from "../../helpers/races.ts";

const limitMs = 600_000;
const list = "/api/v1/users/me/notifications";
const mail = "/api/v1/users/me/mail";

await raceEverywhere((via, apps) => {
  const { db } = via(0);
  const ask = (
    n: number,
    method: "GET" | "PUT" | "DELETE" | "POST" | "PATCH",
    url: string,
    { headers }: Person,
    payload?: object,
  ) => via(n).send({ method, url, headers, ...(payload && { payload }) });
  /** Tells the account of acts that begin after some seconds, and returns their ids, the oldest first. */
  const tellOf = async ({ id }: Person, count: number, seconds = 0): Promise<string[]> => {
    const { rows } = await db.execute<{ id: string }>(sql`insert into ${notification}
      (user_id, kind, state, source_id, subject_type, subject_id, label, created_at)
      select ${id}, 'report_views', 'viewed', gen_random_uuid()::text, 'report', 'r', 'A report',
        clock_timestamp() + ${seconds}::int * interval '1 second' + n * interval '1 millisecond'
      from generate_series(1, ${count}::int) n returning id`);
    return rows.map((row) => row.id);
  };
  const unreadOf = async (n: number, who: Person) =>
    (await ask(n, "GET", `${list}?unread=true&limit=100`, who)).json() as {
      data: { id: string }[];
      meta: { unread: number };
    };
  const two = () => Promise.all([makePerson(via(0)), makePerson(via(0))]);

  test(
    "one notification is read once: sixteen at once, and a later one, are told the first time",
    async () => {
      const [ann, bob] = await two();
      const [others = ""] = await tellOf(bob, 1);
      for (let round = 0; round < rounds; round += 1) {
        const [id = ""] = await tellOf(ann, 1);
        const answers = await together((n) => ask(n, "PUT", `${list}/${id}/read`, ann));
        const again = await ask(round, "PUT", `${list}/${id}/read`, ann);
        const times = [...answers, again].map((one) => one.json().data?.readAt);
        expect(times[0]).toEqual(expect.any(String));
        expect(new Set(times).size).toBe(1);
        const foreign = await together((n) => ask(n, "PUT", `${list}/${others}/read`, ann));
        expect(foreign.map(({ statusCode }) => statusCode)).toEqual(Array(clients).fill(404));
      }
      expect((await unreadOf(0, bob)).data.map(({ id }) => id)).toEqual([others]);
    },
    limitMs,
  );

  test(
    "read and unread at once: the list, the count and the row agree in both processes",
    async () => {
      const [ann] = await two();
      for (let round = 0; round < rounds; round += 1) {
        const [id = ""] = await tellOf(ann, 1);
        const answers = await together((n) =>
          ask(n, n % 2 === 0 ? "PUT" : "DELETE", `${list}/${id}/read`, ann),
        );
        expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(clients).fill(200));
        const [row] = await db.select().from(notification).where(eq(notification.id, id));
        for (const n of [0, 1]) {
          const { data, meta } = await unreadOf(n, ann);
          const isUnread = data.some((one) => one.id === id);
          expect([isUnread, meta.unread]).toEqual([row?.readAt === null, data.length]);
        }
      }
    },
    limitMs,
  );

  test(
    "marking all at once counts each notification once, and leaves what came later and what is another's",
    async () => {
      const [ann, bob] = await two();
      await tellOf(bob, 3);
      for (let round = 0; round < rounds; round += 1) {
        const shown = await tellOf(ann, 40);
        const later = await tellOf(ann, 2, 60);
        const upTo = shown.at(-1);
        const answers = await together((n) =>
          n % 4 === 3
            ? ask(n, "PUT", `${list}/${shown[n]}/read`, ann)
            : ask(n, "POST", `${list}/read-all`, ann, { upTo }),
        );
        expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(clients).fill(200));
        const marked = answers.reduce((sum, one) => sum + (one.json().data.marked ?? 0), 0);
        // Four may have been marked one by one before.
        expect(marked).toBeGreaterThanOrEqual(36);
        expect(marked).toBeLessThanOrEqual(40);
        const { data, meta } = await unreadOf(1, ann);
        expect([data.map(({ id }) => id).sort(), meta.unread]).toEqual([[...later].sort(), 2]);
        const rest = await together((n) => ask(n, "POST", `${list}/read-all`, ann, {}));
        expect(rest.reduce((sum, one) => sum + one.json().data.marked, 0)).toBe(2);
      }
      expect((await unreadOf(0, bob)).meta.unread).toBe(3);
    },
    limitMs,
  );

  test(
    "an act whose job runs in both processes is told once, with one mail",
    async () => {
      const [ann, bob] = await two();
      await db.execute(sql`update user_account set email_verified_at = now() where id = ${ann.id}`);
      const mails: object[] = [];
      const jobs = { send: async (_: unknown, _task: unknown, data: object) => mails.push(data) };
      const platforms = apps.map((app) =>
        openPlatform({
          ...{ db: app.db, jobs: jobs as never, log: { error() {} } as never },
          ...{ now: () => new Date(), files: {} as never, publicUrl: "http://localhost:3000" },
        }),
      );
      for (let round = 0; round < rounds; round += 1) {
        mails.length = 0;
        const notice = {
          ...({ kind: "applications", state: "reviewing", subjectType: "application" } as const),
          ...{ subjectId: "a", sourceId: `raced ${round}`, userId: ann.id, actorId: bob.id },
          ...{ entityId: null, team: null, watchedAt: null, reason: null, label: "A role" },
        };
        const told = await together((n) =>
          makeNotices(platforms[n % platforms.length] as (typeof platforms)[0], notice),
        );
        expect(told.reduce((sum, one) => sum + one.told, 0)).toBe(1);
        expect(mails).toHaveLength(1);
        const { data } = await unreadOf(1, ann);
        expect(data).toHaveLength(round + 1);
      }
      expect((await unreadOf(0, bob)).data).toEqual([]);
    },
    limitMs,
  );

  test(
    "of preferences that are set at once one holds as a whole, and each is answered with its own",
    async () => {
      const [ann, bob] = await two();
      const choices = [
        { applications: false, follows: false, report_views: false },
        { applications: true, follows: true, report_views: true },
      ];
      const chosen = (data: Record<string, boolean>) => ({
        applications: data.applications,
        follows: data.follows,
        report_views: data.report_views,
      });
      for (let round = 0; round < rounds; round += 1) {
        await ask(0, "PATCH", mail, ann, { engagements: round % 2 === 0 });
        const answers = await together((n) => ask(n, "PATCH", mail, ann, choices[n % 2]));
        expect(answers.map((one) => chosen(one.json().data))).toEqual(
          answers.map((_, n) => choices[n % 2]),
        );
        for (const n of [0, 1]) {
          const { data } = (await ask(n, "GET", mail, ann)).json();
          expect(choices).toContainEqual(chosen(data));
          // What nobody named stays.
          expect(data.engagements).toBe(round % 2 === 0);
        }
      }
      const { data } = (await ask(0, "GET", mail, bob)).json();
      expect(data).toMatchObject({ applications: true, follows: true, engagements: true });
    },
    limitMs,
  );
});
