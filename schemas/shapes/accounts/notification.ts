/** The kinds of notification whose mails their reader can end, each by itself. */
export const optionalNotifications = [
  "applications",
  "follows",
  "engagements",
  "report_views",
  "company_filings",
  "decisions",
] as const;

/** The kinds of notification. Each is also a kind of mail; those about the security of the account always come. */
export const notificationKinds = [...optionalNotifications, "security"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What has happened. Each state belongs to one or more kinds, see `sentences.ts` of the module. */
export const notificationStates = [
  "submitted",
  "reviewing",
  "evaluated",
  "hired",
  "rejected",
  "withdrawn",
  "requested",
  "approved",
  "accepted",
  "declined",
  "invited",
  "viewed",
  "filed",
  "added",
  "removed",
  "used",
  "replaced",
  "verified",
  "unverified",
  "granted",
] as const;
export type NotificationState = (typeof notificationStates)[number];

/** What `subjectId` names. */
export const notificationSubjects = [
  "application",
  "startup_follow",
  "follow",
  "connection",
  "engagement",
  "engagement_invitation",
  "report",
  "filing",
  "account",
  "claim",
  "correction",
  "entity",
] as const;
export type NotificationSubject = (typeof notificationSubjects)[number];
