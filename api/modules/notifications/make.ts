import type {
  NotificationKind,
  NotificationSubject,
} from "#schemas/shapes/accounts/notification.ts";
import { type Notice, notify, notifyFilings } from "#schemas/tasks/notify.ts";
import type { Mail } from "#schemas/tasks/send-mail.ts";
import { letter, nameInMail, type Paragraph } from "../../mails/letter.ts";
import type { Platform } from "../../platform.ts";
import * as queries from "./queries.ts";
import { sentenceOf } from "./sentences.ts";

/** An act to tell of, with the parts that most acts do not have left out. */
export type Act = Pick<Notice, "kind" | "state" | "subjectType" | "subjectId" | "sourceId"> &
  Partial<Notice>;

/** Stores the job that tells of an act, in the transaction of the act. */
export const tell = ({ enqueue }: Pick<Platform, "enqueue">, act: Act): Promise<void> =>
  enqueue(notify, {
    entityId: null,
    actorId: null,
    userId: null,
    team: null,
    watchedAt: null,
    label: null,
    reason: null,
    ...act,
  });

type Entity = NonNullable<Awaited<ReturnType<typeof queries.findEntityNamed>>>;

type Parts = Pick<Platform, "transaction" | "publicUrl">;

/**
 * Tells everybody whom a notice is for, each once, with a mail for who wants one. A repeat tells those who were not
 * reached before. Returns how many were told.
 */
export async function makeNotices({ transaction, publicUrl }: Parts, notice: Notice) {
  let told = 0;
  for (;;) {
    const made = await transaction(async ({ db, mailer }) => {
      const rows = await queries.insertNotices(db, notice);
      if (rows.length === 0) return 0;
      const about = notice.entityId && (await queries.findEntityNamed(db, notice.entityId));
      for (const { email } of rows) {
        if (email !== null)
          await mailer(noticeMail({ to: email, publicUrl, notice, about: about || null }));
      }
      return rows.length;
    });
    if (made === 0) return { told };
    told += made;
  }
}

/** Names and titles, and the reason of an operator, are its only texts that others wrote. */
function noticeMail(given: {
  to: string;
  publicUrl: string;
  notice: Notice;
  about: Entity | null;
}): Mail {
  const { to, publicUrl, notice, about } = given;
  const quoted = (text: string | null) => (text === null ? null : nameInMail(text));
  const says = sentenceOf({
    ...notice,
    about: quoted(about?.name ?? null),
    label: quoted(notice.label),
  });
  return letter({
    to,
    kind: notice.kind,
    subject: subjects[notice.kind],
    says: [
      `${says}.`,
      ...(notice.reason === null ? [] : [`Reason: ${notice.reason}`]),
      ...seenAt(publicUrl, notice, about),
      ...(notice.kind === "security" ? [unlessYou(publicUrl)] : []),
      { label: "Your notifications", url: `${publicUrl}/api/v1/users/me/notifications` },
    ],
  });
}

const unlessYou = (publicUrl: string): Paragraph => ({
  label: "If it was not you, set a new password at once, which ends all sessions",
  url: `${publicUrl}/auth/forgot-password`,
});

/** Where the API shows what was decided, for what has no page; a claim is seen at its company. */
const placeOf: { [type in NotificationSubject]?: string } = {
  report: "/v2/reports/",
  filing: "/api/v1/filings/",
  correction: "/v2/directory/corrections/",
  claim: "/v2/entities/",
  entity: "/v2/entities/",
};

/** The page of what the notice tells; the API's address where a decision has no page. */
function seenAt(publicUrl: string, notice: Notice, about: Entity | null): Paragraph[] {
  const { kind, subjectType, subjectId, userId, entityId } = notice;
  const link = (label: string, path: string) => [{ label, url: `${publicUrl}${path}` }];
  if (kind === "applications" && userId !== null) return link("Your applications", "/applications");
  if (kind === "company_filings") return link("Your watchlist", "/watchlist");
  if (subjectType === "startup_follow" && entityId !== null) {
    return link("The startup", `/startups/${entityId}`);
  }
  if (kind !== "decisions") return [];
  const isOfCompany = subjectType === "claim" || subjectType === "entity";
  if (isOfCompany && about?.published) return link("The company", `/companies/${about.slug}`);
  const place = placeOf[subjectType];
  return place === undefined ? [] : link("What was decided", `${place}${subjectId}`);
}

const subjects: Record<NotificationKind, string> = {
  applications: "News of an application",
  follows: "News of a follower",
  engagements: "News of an engagement",
  report_views: "Your report was viewed",
  company_filings: "A company that you watch has filed",
  decisions: "A decision on what you handed in",
  security: "Your second factor has changed or was recovered",
};

/** How far back a filing can lie that is still news when it is first read. */
const newsDays = 14;

/** Stores a job that tells of new filings of a company, where somebody watches it. */
export async function tellFilings({ db, enqueue }: Pick<Platform, "db" | "enqueue">, cik: string) {
  if (await queries.isWatched(db, cik)) await enqueue(notifyFilings, { cik });
}

/** Tells those who watch a company of its filings of the last 14 days, each once. Returns how many were told. */
export async function makeFilingNotices(
  deps: Parts & Pick<Platform, "db" | "now">,
  cik: string,
): Promise<{ told: number }> {
  const since = new Date(deps.now().getTime() - newsDays * 86_400_000).toISOString().slice(0, 10);
  let all = 0;
  for (const row of await queries.listFiledSince(deps.db, cik, since)) {
    const { told } = await makeNotices(deps, {
      ...({ kind: "company_filings", state: "filed", subjectType: "filing" } as const),
      subjectId: row.accession,
      sourceId: `filing:${row.accession}`,
      label: row.form,
      // Without a time of day: who watched before the day began.
      entityId: row.entityId,
      watchedAt: row.acceptedAt ?? `${row.filed}T00:00:00Z`,
      actorId: null,
      userId: null,
      team: null,
      reason: null,
    });
    all += told;
  }
  return { told: all };
}

const keptDays = 180;

/** Removes notifications that are older than 180 days. Returns how many. */
export const sweepNotifications = ({ db, now }: Pick<Platform, "db" | "now">): Promise<number> =>
  queries.deleteBefore(db, new Date(now().getTime() - keptDays * 86_400_000).toISOString());
