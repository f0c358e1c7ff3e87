import { z } from "zod";
import {
  notificationKinds,
  notificationStates,
  notificationSubjects,
} from "../shapes/accounts/notification.ts";
import { teamPermissions } from "../shapes/accounts/team.ts";
import { task } from "./task.ts";

/** An act that others are told of. Whom it reaches is decided when the job runs. */
const notice = z.object({
  kind: z.enum(notificationKinds),
  state: z.enum(notificationStates),
  /** Names the act: nobody is told of it twice. */
  sourceId: z.string().max(300),
  subjectType: z.enum(notificationSubjects),
  subjectId: z.string().max(100),
  /** The company or startup that it is about. */
  entityId: z.uuid().nullable(),
  /** Who did it. Null for what no person did, and for who must not be named. */
  actorId: z.uuid().nullable(),
  /** The account that is told. Null: the entity's team, or whoever watches the entity. */
  userId: z.uuid().nullable(),
  /**
   * Of the entity's team, its owners and admins and the members with this permission are told; with "managers" owners
   * and admins alone. Null: not the team.
   */
  team: z.enum(["managers", ...teamPermissions]).nullable(),
  /** Of those who watch the entity, the ones who did so at this time are told. Null: not they. */
  watchedAt: z.iso.datetime({ offset: true }).nullable(),
  label: z.string().nullable(),
  /** Why, in the words of an operator. It stands in the mail alone. */
  reason: z.string().nullable().default(null),
});
export type Notice = z.output<typeof notice>;

/** Tells accounts of an act. Stored with the act. */
export const notify = task({
  name: "notifications.make",
  data: notice,
  persons: ["actorId", "userId"],
});

/** Tells those who watch a company of its new filings with the regulator. */
export const notifyFilings = task({
  name: "notifications.filings",
  data: z.object({ cik: z.string() }),
  key: ({ cik }) => cik,
});
