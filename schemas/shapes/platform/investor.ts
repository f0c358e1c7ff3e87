import { z } from "zod";

const alertTriggers = ["startup_in_mandate", "capital_status_changed", "report_published"] as const;
export const alertTrigger = z.enum(alertTriggers);
export type AlertTrigger = z.infer<typeof alertTrigger>;

export const digest = z.enum(["off", "daily", "weekly"]);
export type Digest = z.infer<typeof digest>;

export const principalType = z.enum(["person", "firm"]);
export type PrincipalType = z.infer<typeof principalType>;

export const mandateStatus = z.enum(["active", "paused", "closed"]);
export type MandateStatus = z.infer<typeof mandateStatus>;

/** Exact decimal text; null when the mandate has none. */
export interface CheckSize {
  min: string | null;
  max: string | null;
  currency: string | null;
}

const criteria = ["sector", "stage", "geography", "instrument"] as const;
export const criterion = z.enum(criteria);
export type Criterion = z.infer<typeof criterion>;

/** Why a startup and a capital provider are suggested to each other. Evidence is a public fact of the startup. */
export interface SuggestionReason {
  criterion: Criterion;
  evidence: string;
  /** The place of the evidence. */
  source: string;
}
