import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import {
  applicationStatus,
  recommendation,
  remotePolicy,
  roleStatus,
} from "#schemas/shapes/platform/hiring.ts";
import { longText, longTextOrNull, nameText } from "#schemas/shapes/text.ts";
import { bookmarksQuery, rubricShape } from "../roles/schemas.ts";

const applyFields = {
  coverLetter: longTextOrNull(20_000).optional(),
  portfolioItemIds: z.array(z.uuid().toLowerCase()).max(50).default([]),
  answers: z
    .array(z.object({ problemSpecId: z.string().max(64), content: longText(20_000) }))
    .max(20)
    .default([]),
};

/** An absent body is an application without letter and answers. */
export const applyBody = z.object(applyFields);
export const simpleApplyBody = z.object({ ...applyFields, roleId: idOf("Role to apply to") });
export type ApplyBody = z.output<typeof applyBody>;

export const applicationsQuery = bookmarksQuery.extend({
  status: applicationStatus
    .optional()
    .meta({ description: "Only applications in this state", examples: ["submitted"] }),
});
export type ApplicationsQuery = z.output<typeof applicationsQuery>;

export const statusBody = z.object({
  status: z.enum(["reviewing", "evaluated", "hired", "rejected"]),
});

export const outcomeBody = z.object({
  decision: z.enum(["hired", "rejected", "withdrawn"]),
  startDate: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })])
    .nullish()
    .meta({ description: "A day or a moment, ISO 8601", examples: ["2027-01-01"] }),
  notes: longTextOrNull(5000)
    .optional()
    .meta({ maxLength: 5000, description: "For the company alone" }),
});
export type OutcomeBody = z.output<typeof outcomeBody>;

const remarks = z.array(nameText(500)).max(50);

export const feedbackBody = z.object({
  overallScore: z.number().min(1).max(5),
  dimensionScores: z
    .array(
      z.object({
        dimensionId: z.string().max(64),
        score: z.number(),
        comments: longTextOrNull(5000).optional(),
      }),
    )
    .max(30)
    .default([]),
  strengths: remarks.default([]),
  gaps: remarks.default([]),
  recommendation,
});
export type FeedbackBody = z.output<typeof feedbackBody>;

const outcomeShape = z.object({
  decision: z.enum(["hired", "rejected", "withdrawn"]),
  startDate: z.string().nullable(),
  decidedAt: z.iso.datetime(),
});

const fields = {
  id: z.uuid(),
  roleId: z.uuid(),
  entityId: z.uuid(),
  applicantId: z.uuid().nullable(),
  status: applicationStatus,
  coverLetter: z.string().nullable(),
  portfolioItemIds: z.array(z.uuid()),
  /** `prompt` is that of the time of the answer. */
  answers: z.array(
    z.object({ problemSpecId: z.string(), prompt: z.string(), content: z.string() }),
  ),
  submittedAt: z.iso.datetime(),
  statusChangedAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().nullable(),
  role: z.object({
    id: z.uuid(),
    title: z.string(),
    entityName: z.string(),
    location: z.string().nullable(),
    remotePolicy: remotePolicy.nullable(),
    status: roleStatus,
  }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** As its applicant sees it. */
export const applicationShape = z
  .object({ ...fields, outcome: outcomeShape.nullable() })
  .meta({ id: "Application" });
export type Application = z.infer<typeof applicationShape>;

/** As recruiters see it. */
export const reviewedShape = z
  .object({
    ...fields,
    outcome: outcomeShape.extend({ notes: z.string().nullable() }).nullable(),
    /** Null once the applicant has deleted the account. */
    applicant: z
      .object({
        id: z.uuid(),
        name: z.string(),
        avatar: z.string().nullable(),
        slug: z.string(),
      })
      .nullable(),
    /** The rubric of the time of the submission, by which the application is judged; null without one. */
    rubric: rubricShape.nullable(),
  })
  .meta({ id: "ReviewedApplication" });
export type ReviewedApplication = z.infer<typeof reviewedShape>;

export const feedbackShape = z
  .object({
    id: z.uuid(),
    applicationId: z.uuid(),
    /** Null once the author has deleted the account. */
    authorId: z.uuid().nullable(),
    overallScore: z.number(),
    dimensionScores: z.array(
      z.object({
        dimensionId: z.string(),
        score: z.number(),
        comments: z.string().nullable(),
      }),
    ),
    strengths: z.array(z.string()),
    gaps: z.array(z.string()),
    recommendation,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "ApplicationFeedback" });
export { bookmarksQuery };
