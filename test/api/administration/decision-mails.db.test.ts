import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { makeNotices } from "#api/modules/notifications/service.ts";
import { openPlatform } from "#api/platform.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { notification } from "#schemas/tables/accounts/notification.ts";
import { correction } from "#schemas/tables/companies/directory.ts";
import { notify } from "#schemas/tasks/notify.ts";
import { testApp } from "../../helpers/app.ts";
import { inlineJobs } from "../../helpers/inline-jobs.ts";
import { makePerson, makeTeam, makeTeamEntity, verifyEmail } from "../../helpers/people.ts";
import { adminOn } from "../../helpers/platform/admin-command.ts";
import { makeAdministrator, makeSubmittedReport } from "../../helpers/platform/administrators.ts";
import { makeClaim, makeCorrection, makeFiling } from "./make-waiting.ts";

const app = await testApp();
const { db, mails } = app;
const team = await makeTeam(app);
const root = await makeAdministrator(app);
const other = await makeAdministrator(app);
for (const one of [...Object.values(team), root, other]) await verifyEmail(app, one.id);

const subject = "A decision on what you handed in";
const addressOf = async (id: string) =>
  (await db.select().from(userAccount).where(eq(userAccount.id, id)))[0]?.email ?? "";
const decide = async (path: string, payload: object, by = root) =>
  (await app.send({ method: "POST", url: `/v2/admin/${path}`, headers: by.headers, payload }))
    .statusCode;
/** The mails of decisions that came of some work. */
async function mailsOf(work: () => Promise<unknown>) {
  const before = mails.length;
  await work();
  return mails.slice(before).filter((mail) => mail.subject === subject);
}
const reason = "A page <b>is</b> missing";

/** Each kind of thing: who handed it in, and where it is decided. */
const things: Record<string, () => Promise<Thing>> = {
  report: async () => {
    const id = await makeSubmittedReport(app, team.owner);
    const place = `/v2/reports/${id}`;
    return { at: `reports/${id}`, to: team.owner.id, refuse: "reject", place, says: "Your report" };
  },
  filing: async () => {
    const id = await makeFiling(app, team);
    const place = `/api/v1/filings/${id}`;
    return { at: `filings/${id}`, to: team.owner.id, refuse: "reject", place, says: "Your filing" };
  },
  claim: async () => {
    const { id, company } = await makeClaim(app, team.stranger);
    const place = `http://localhost:3000/companies/${company.slug}\n`;
    const to = team.stranger.id;
    return { at: `claims/${id}`, to, refuse: "decline", place, says: "Your claim of" };
  },
  correction: async () => {
    const { id } = await makeCorrection(app);
    const [row] = await db.select().from(correction).where(eq(correction.id, id));
    const to = row?.userId ?? "";
    await verifyEmail(app, to);
    await decide(`corrections/${id}/decision`, { decision: "review" });
    const place = `/v2/directory/corrections/${id}`;
    return { at: `corrections/${id}`, to, refuse: "reject", place, says: "Your suggestion for" };
  },
  entity: async () => {
    const id = await makeTeamEntity(app, team, { verified: true });
    const place = `/v2/entities/${id}`;
    const to = team.owner.id;
    return { at: `entities/${id}`, to, refuse: "unverify", place, says: "The identity of" };
  },
};
interface Thing {
  at: string;
  to: string;
  refuse: string;
  place: string;
  says: string;
}

describe("a decision", () => {
  test.each(Object.entries(things))(
    "on a %s is mailed once to who handed it in, with the reason and where it is seen",
    async (_, make) => {
      const { at, to, refuse, place, says } = await make();
      const body = { decision: refuse, reason };

      const sent = await mailsOf(() => decide(`${at}/decision`, body));

      expect(sent).toMatchObject([
        { to: await addressOf(to), text: expect.stringContaining(says) },
      ]);
      expect(sent[0]?.text).toContain(`Reason: ${reason}`);
      expect(sent[0]?.text).toContain(place);
      expect(sent[0]?.html).toContain("A page &lt;b&gt;is&lt;/b&gt; missing");
      expect(await mailsOf(() => decide(`${at}/decision`, body))).toEqual([]);
    },
  );

  test("on an investor is mailed to the account, and a repeat is not", async () => {
    const email = "invests@example.com";
    const { id } = await makePerson(app, email);
    await verifyEmail(app, id);
    const verify = { decision: "verify", email };
    const say = (body: object) => mailsOf(() => decide("investors/decision", body));
    expect(await say(verify)).toMatchObject([
      { to: email, text: expect.stringContaining("Your profile as an investor was verified") },
    ]);
    expect(await say(verify)).toEqual([]);
    expect(await say({ decision: "unverify", email, reason })).toHaveLength(1);
    // Verified again is another decision.
    expect(await say(verify)).toHaveLength(1);
  });

  test("by two at once is mailed once, and its job run again mails no more", async () => {
    const id = await makeSubmittedReport(app, team.owner);
    const rows = () => db.$count(notification);
    const before = await rows();
    const sent = await mailsOf(() =>
      Promise.all([
        decide(`reports/${id}/decision`, { decision: "verify" }),
        decide(`reports/${id}/decision`, { decision: "reject", reason }, other),
      ]),
    );
    expect(sent).toHaveLength(1);
    expect(await rows()).toBe(before + 1);
    const job = app.enqueued.findLast(({ name }) => name === notify.name);
    const log = { error() {} } as never;
    const publicUrl = "http://localhost:3000";
    const now = () => new Date();
    const parts = { log, now, publicUrl };
    const { database, enqueued } = app;
    const jobs = inlineJobs({ database, mails, enqueued, ...parts });
    const platform = openPlatform({ db, jobs, files: {} as never, ...parts });
    expect(await mailsOf(() => makeNotices(platform, notify.data.parse(job?.data)))).toEqual([]);
  });

  test("that is refused is told to nobody", async () => {
    const id = await makeSubmittedReport(app, team.owner);
    const before = await db.$count(notification);
    const refused = [
      { decision: "reject" },
      { decision: "reject", reason: "a\nBcc: all@example.com" },
      { decision: "reject", reason: "x".repeat(501) },
    ];
    for (const body of refused) {
      expect(await mailsOf(() => decide(`reports/${id}/decision`, body))).toEqual([]);
    }
    const answers = await mailsOf(() =>
      decide(`reports/${id}/decision`, { decision: "verify" }, team.stranger),
    );
    expect(answers).toEqual([]);
    expect(await db.$count(notification)).toBe(before);
  });

  test("is not mailed to a suspended account, nor to one that has ended these mails", async () => {
    const [gone, quiet] = [await makePerson(app), await makePerson(app)];
    for (const { id } of [gone, quiet]) await verifyEmail(app, id);
    const [first, second] = [
      await makeSubmittedReport(app, gone),
      await makeSubmittedReport(app, quiet),
    ];
    await db.update(userAccount).set({ status: "suspended" }).where(eq(userAccount.id, gone.id));
    await app.send({
      ...{ method: "PATCH", url: "/api/v1/users/me/mail", headers: quiet.headers },
      payload: { decisions: false },
    });
    const verify = { decision: "verify" };
    expect(await mailsOf(() => decide(`reports/${first}/decision`, verify))).toEqual([]);
    expect(await mailsOf(() => decide(`reports/${second}/decision`, verify))).toEqual([]);
    // It stands among the notifications.
    const told = (await app.get("/api/v1/users/me/notifications", quiet.headers)).json().data;
    expect(told).toMatchObject([
      {
        kind: "decisions",
        state: "verified",
        actor: null,
        subject: { type: "report", id: second },
      },
    ]);
  });

  test("at the command line stores the same job, and a refused one stores none", async () => {
    const id = await makeSubmittedReport(app, team.owner);
    const admin = adminOn(app.database);
    const stored = async () => {
      const { rows } = await app.database.pool.query(
        "select data from pgboss.job where name = $1 and data->>'subjectId' = $2",
        [notify.name, id],
      );
      return rows.map(({ data }) => data);
    };
    expect((await admin("report", "reject", id, "--reason", reason)).code).toBe(0);
    expect((await admin("report", "reject", id, "--reason", reason)).code).toBe(2);
    expect(await stored()).toMatchObject([
      { kind: "decisions", state: "rejected", userId: team.owner.id, actorId: null, reason },
    ]);
  });
});
