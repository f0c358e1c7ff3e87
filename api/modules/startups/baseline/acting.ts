import type { Db } from "#schemas/database/db.ts";
import { recordDone } from "../../audit-log/service.ts";
import type { SeenStartup } from "../listings/access.ts";

/** The startup, and the account that acts on it. */
export interface Acting {
  startup: SeenStartup;
  userId: string;
}

/** Adds a line to the audit log of the startup. */
export const record = (
  db: Db,
  { startup, userId }: { startup: { id: string }; userId: string },
  action: string,
  detail: Record<string, unknown> = {},
) =>
  recordDone(db, {
    subjectType: "startup",
    subjectId: startup.id,
    actorId: userId,
    action,
    detail,
  });
