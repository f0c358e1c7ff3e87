/** The kinds of notification. Each is also a kind of mail, which its reader can end by itself. */
export const notificationKinds = [
  "applications",
  "follows",
  "engagements",
  "report_views",
  "company_filings",
] as const;
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
] as const;
export type NotificationSubject = (typeof notificationSubjects)[number];
