import { z } from "zod";

/** Where the work of a role is done. */
export const remotePolicy = z.enum(["remote", "hybrid", "onsite"]);
export type RemotePolicy = z.infer<typeof remotePolicy>;

/** Who may find a role: everyone, those who have its address, or the team alone. */
export const roleVisibility = z.enum(["public", "unlisted", "private"]);
export type RoleVisibility = z.infer<typeof roleVisibility>;

export const roleStatus = z.enum(["draft", "published", "closed"]);
export type RoleStatus = z.infer<typeof roleStatus>;

export const applicationStatus = z.enum([
  "submitted",
  "reviewing",
  "evaluated",
  "hired",
  "rejected",
  "withdrawn",
]);
export type ApplicationStatus = z.infer<typeof applicationStatus>;

export const importance = z.enum(["required", "preferred", "nice_to_have"]);
export type Importance = z.infer<typeof importance>;

export const skillLevel = z.enum(["beginner", "intermediate", "advanced", "expert"]);
export type SkillLevel = z.infer<typeof skillLevel>;

export const recommendation = z.enum(["strong_yes", "yes", "consider", "no", "strong_no"]);

/** What a candidate can show. */
export const portfolioItemKind = z.enum(["link", "document", "text"]);
export type PortfolioItemKind = z.infer<typeof portfolioItemKind>;

/** A null end is open: a floor alone, or a ceiling. */
export interface SalaryRange {
  min: number | null;
  max: number | null;
  /** ISO 4217. */
  currency: string;
  period: "yearly" | "monthly" | "hourly";
}

export interface ProblemSpec {
  id: string;
  prompt: string;
  successCriteria: string | null;
  orderIndex: number;
}

export interface RubricDimension {
  id: string;
  name: string;
  description: string | null;
  /** 0 to 1. */
  weight: number;
  scaleMin: number;
  scaleMax: number;
}

/** An answer, with the prompt as it was at that time. */
export interface Answer {
  problemSpecId: string;
  prompt: string;
  content: string;
}

export interface Outcome {
  decision: "hired" | "rejected" | "withdrawn";
  /** A day, `2026-12-01`, or a moment. */
  startDate: string | null;
  /** For the company alone. */
  notes: string | null;
  decidedAt: string;
}

export interface DimensionScore {
  dimensionId: string;
  score: number;
  comments: string | null;
}
