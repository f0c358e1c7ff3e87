import type { Platform } from "#api/platform.ts";
import type { Db } from "#schemas/database/db.ts";
import type { AlertTrigger } from "#schemas/shapes/platform/investor.ts";
import { listNewFor } from "../suggestions/queries.ts";
import { alertMail, type News, readMax } from "./mail.ts";
import {
  type DueBefore,
  listCapitalChanges,
  listDue,
  listNewReports,
  lockDue,
  markTold,
  type Span,
  type StartupNews,
} from "./queries.ts";

type Parts = Pick<Platform, "db" | "now" | "publicUrl" | "transaction">;

const hourMs = 3_600_000;
/** A little less than a day and a week: the job does not start at the same second each morning. */
const waitMs = { daily: 20 * hourMs, weekly: 164 * hourMs };
/** Leaves time for open transactions to commit: their events have older times. The next digest has them. */
const settledMs = 60_000;
const batch = 200;

const readers: Record<
  AlertTrigger,
  (db: Db, userId: string, span: Span, limit: number) => Promise<StartupNews[]>
> = {
  startup_in_mandate: listNewFor,
  capital_status_changed: listCapitalChanges,
  report_published: listNewReports,
};

/**
 * Mails the digest of each account that is due. One transaction per account stores the mail and the time up to which
 * alerts were sent. If the job dies, the next run sends no alert twice and omits none.
 */
export async function sendAlerts(platform: Parts): Promise<{ accounts: number; mails: number }> {
  const now = platform.now().getTime();
  const before = {
    daily: new Date(now - waitMs.daily).toISOString(),
    weekly: new Date(now - waitMs.weekly).toISOString(),
  };
  const until = new Date(now - settledMs).toISOString();
  const done = { accounts: 0, mails: 0 };
  let after: string | null = null;
  for (;;) {
    const due: string[] = await listDue(platform.db, before, { after, limit: batch });
    for (const userId of due) {
      if (await tell(platform, userId, before, until)) done.mails += 1;
    }
    done.accounts += due.length;
    after = due.at(-1) ?? null;
    if (due.length < batch) return done;
  }
}

/** Returns whether there was any news. */
function tell(
  { transaction, publicUrl }: Parts,
  userId: string,
  before: DueBefore,
  until: string,
): Promise<boolean> {
  return transaction(async ({ db, mailer }) => {
    const due = await lockDue(db, userId, before);
    if (due === null) return false;
    const news = due.isReached ? await readNews(db, userId, due.triggers, { ...due, until }) : {};
    const isNews = Object.values(news).some((told) => told.length > 0);
    if (isNews) await mailer(alertMail({ to: due.email, publicUrl, news }));
    await markTold(db, userId, until);
    return isNews;
  });
}

async function readNews(
  db: Db,
  userId: string,
  triggers: readonly AlertTrigger[],
  { from, until }: Span,
): Promise<News> {
  const news: News = {};
  for (const trigger of triggers) {
    news[trigger] = await readers[trigger](db, userId, { from, until }, readMax);
  }
  return news;
}
