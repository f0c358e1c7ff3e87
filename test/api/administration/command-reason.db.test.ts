import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { report } from "#schemas/tables/companies/report.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson } from "../../helpers/people.ts";
import { adminOn } from "../../helpers/platform/admin-command.ts";
import { makeSubmittedReport } from "../../helpers/platform/administrators.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";
import { makeCorrection } from "./make-waiting.ts";

const app = await testApp();
const { db } = app;
const admin = adminOn(app.database);
const ann = await makePerson(app);

/** Every operator's act in a list, with what it needs to exist. */
const acts: Record<string, () => Promise<string[]>> = {
  "report.verified": async () => ["report", "verify", await makeSubmittedReport(app, ann)],
  "report.rejected": async () => ["report", "reject", await makeSubmittedReport(app, ann)],
  "correction.review": async () => ["correction", "review", (await makeCorrection(app)).id],
  "entity.verified": async () => ["entity", "verify", (await makeListedCompany(db)).slug],
  "listing.blocked": async () => ["listing", "block", (await makeListedCompany(db)).slug],
  "investor.verified": async () => {
    await makePerson(app, "invests@example.com");
    return ["investor", "verify", "invests@example.com"];
  },
  "flag.set": async () => ["flag", "set", "feature_of_reason", "everyone"],
  "flag.cleared": async () => ["flag", "clear", "feature_of_reason"],
};

const eventsInAll = () => db.$count(auditEvent);
const lastOf = async (action: string) => {
  const [row] = await db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.action, action))
    .orderBy(desc(auditEvent.id))
    .limit(1);
  return row;
};

describe("an act at the command line", () => {
  test.each(Object.entries(acts))(
    "%s: its reason is in the audit log [O-71]",
    async (action, make) => {
      const args = await make();

      expect(await admin(...args, "--reason", "  It was checked ")).toMatchObject({ code: 0 });

      expect(await lastOf(action)).toMatchObject({
        ...{ actorId: null, byOperator: true },
        detail: expect.objectContaining({ reason: "It was checked" }),
      });
    },
  );

  test("needs no reason, and then the audit log has none", async () => {
    await admin("report", "reject", await makeSubmittedReport(app, ann));
    expect((await lastOf("report.rejected"))?.detail).not.toHaveProperty("reason");
  });

  test("is refused with a reason that the API would refuse, and changes nothing", async () => {
    const id = await makeSubmittedReport(app, ann);
    const before = await eventsInAll();
    const refused = {
      "A reason must not be empty": ["", "   "],
      "Too long: at most 500 characters": ["x".repeat(501)],
      "Control characters and direction marks are not allowed": ["a\nb", "a\u202Eb"],
    };
    for (const [says, texts] of Object.entries(refused)) {
      for (const text of texts) {
        expect(await admin("report", "reject", id, "--reason", text)).toMatchObject({
          ...{ code: 2, out: "", err: expect.stringContaining(says) },
        });
      }
    }
    expect(await eventsInAll()).toBe(before);
    expect(await db.select().from(report).where(eq(report.id, id))).toMatchObject([
      { status: "submitted" },
    ]);
    expect((await admin("report", "reject", id, "--reason", "😀".repeat(500))).code).toBe(0);
  });
});
