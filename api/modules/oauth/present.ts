import { isoTime } from "../../iso-time.ts";
import type { ApplicationRow } from "./queries.ts";
import type { Application } from "./schemas.ts";

/** An application as its owner reads it: without its secret. */
export const present = (row: ApplicationRow): Application => ({
  ...row,
  createdAt: isoTime(row.createdAt),
});
