import { z } from "zod";

export const engagementKind = z.enum(["meeting", "report", "deeper_access"]);
export type EngagementKind = z.infer<typeof engagementKind>;

export const engagementStatus = z.enum([
  "pending",
  "accepted",
  "declined",
  "expired",
  "handed_off",
]);
export type EngagementStatus = z.infer<typeof engagementStatus>;
