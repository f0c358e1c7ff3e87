import { z } from "zod";
import { currencyCode } from "#schemas/shapes/currency.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { pageQuery, queryInteger } from "#schemas/shapes/page.ts";
import {
  importance,
  type RubricDimension,
  remotePolicy,
  roleStatus,
  roleVisibility,
} from "#schemas/shapes/platform/hiring.ts";
import { longText, longTextOrNull, nameText } from "#schemas/shapes/text.ts";
import { skillName } from "../skills/schemas.ts";

export const params = {
  entityId: idOf("Entity id"),
  roleId: idOf("Role id"),
  applicationId: idOf("Application id"),
  feedbackId: idOf("Feedback id"),
  itemId: idOf("Portfolio item id"),
};

const amount = z.number().min(0).max(1e12);

const salaryRange = z
  .object({
    min: amount.nullish().transform((given) => given ?? null),
    max: amount.nullish().transform((given) => given ?? null),
    currency: currencyCode,
    period: z.enum(["yearly", "monthly", "hourly"]),
  })
  .refine(({ min, max }) => min !== null || max !== null, {
    error: "min, max or both must be given",
    path: ["min"],
  })
  .refine(({ min, max }) => min === null || max === null || min <= max, {
    error: "min must not be above max",
    path: ["min"],
  });

/** Short ids that a client may choose, unique within one role. */
const partId = nameText(64).optional();

const hasNoRepeat = (parts: readonly { id?: string | undefined }[]) => {
  const ids = parts.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return new Set(ids).size === ids.length;
};

const problemSpecs = z
  .array(
    z.object({
      id: partId,
      prompt: longText(1000).refine((text) => text.trim() !== "", "Must not be blank"),
      successCriteria: longTextOrNull(2000).optional(),
      orderIndex: z.number().min(-1e6).max(1e6).optional(),
    }),
  )
  .max(20)
  .refine(hasNoRepeat, "Two problem specifications have one id");

const scale = z.number().min(-1e6).max(1e6);

const dimensions = z
  .array(
    z
      .object({
        id: partId,
        name: nameText(120),
        description: longTextOrNull(1000).optional(),
        weight: z.number().min(0).max(1),
        scaleMin: scale.default(1),
        scaleMax: scale.default(5),
      })
      .refine(({ scaleMin, scaleMax }) => scaleMin < scaleMax, {
        error: "scaleMin must be below scaleMax",
        path: ["scaleMin"],
      }),
  )
  .min(1)
  .max(30)
  .refine(hasNoRepeat, "Two dimensions have one id");

const rubricBody = z.object({ dimensions });

const skills = z
  .array(z.object({ name: skillName, importance: importance.default("required") }))
  .max(50);

const fields = {
  description: longTextOrNull(20_000).optional(),
  location: nameText(200).nullish(),
  remotePolicy: remotePolicy.nullish(),
  salaryRange: salaryRange.nullish(),
  problemSpecs: problemSpecs.optional(),
  rubric: rubricBody.nullish(),
  skills: skills.optional(),
};

const titled = { ...fields, title: nameText(200) };

/** `visibility` is `private` unless given (O-37). */
export const roleBody = z.object({
  ...titled,
  visibility: roleVisibility.default("private"),
  entityId: idOf("Must be the entity of the path, when it is given").optional(),
});

/** The simplified form: `visibility` is `public` unless given (O-37). */
export const simpleRoleBody = z.object({
  ...titled,
  visibility: roleVisibility.default("public"),
  entityId: idOf("Entity that hires"),
});
export type RoleBody = z.output<typeof roleBody>;

export const roleChange = z.object({
  ...fields,
  title: nameText(200).optional(),
  visibility: roleVisibility.optional(),
  status: roleStatus
    .optional()
    .meta({ description: "Only the present status is taken; publish and close change it" }),
  entityId: idOf("Only the entity of the path is taken").optional(),
});
export type RoleChange = z.output<typeof roleChange>;

const exactPage = {
  limit: queryInteger(1, 100, { description: "Page size, 1 to 100", examples: [20] }).transform(
    (limit) => limit ?? 20,
  ),
  offset: pageQuery.shape.offset,
};

export const rolesQuery = z.object({
  ...exactPage,
  search: z
    .string()
    .max(10_000)
    .optional()
    .meta({
      description: "Words of title and description; quotes, `or` and `-` as in web search",
      examples: ["data engineer"],
    }),
  location: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Part of the location", examples: ["Berlin"] }),
  remotePolicy: remotePolicy
    .optional()
    .meta({ description: "Only roles with this policy", examples: ["remote"] }),
  entityId: idOf("Roles of this entity alone").optional(),
  status: z
    .literal("published")
    .optional()
    .meta({
      description: "Changes nothing: only published roles are listed",
      examples: ["published"],
    }),
  visibility: z
    .literal("public")
    .optional()
    .meta({ description: "Changes nothing: only public roles are listed", examples: ["public"] }),
});
export type RolesQuery = z.output<typeof rolesQuery>;

export const entityRolesQuery = z.object({
  ...exactPage,
  status: roleStatus
    .optional()
    .meta({ description: "Only roles in this state", examples: ["draft"] }),
});
export type EntityRolesQuery = z.output<typeof entityRolesQuery>;

export const bookmarksQuery = z.object(exactPage);

const salaryShape = z.object({
  /** Null where only `max` is given. */
  min: z.number().nullable(),
  /** Null where only `min` is given. */
  max: z.number().nullable(),
  currency: z.string(),
  period: z.enum(["yearly", "monthly", "hourly"]),
});

const itemFields = {
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  entityId: z.uuid(),
  entityName: z.string(),
  location: z.string().nullable(),
  remotePolicy: remotePolicy.nullable(),
  salaryRange: salaryShape.nullable(),
  visibility: roleVisibility,
  status: roleStatus,
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

export const roleItem = z.object(itemFields).meta({ id: "HiringRoleItem" });
export type RoleItem = z.infer<typeof roleItem>;

const dimensionShape: z.ZodType<RubricDimension> = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  weight: z.number(),
  scaleMin: z.number(),
  scaleMax: z.number(),
});

export const rubricShape = z.object({ version: z.int(), dimensions: z.array(dimensionShape) });

export const roleSkillShape = z
  .object({ id: z.uuid(), name: z.string(), importance })
  .meta({ id: "RoleSkill" });

export const roleShape = z
  .object({
    ...itemFields,
    closedAt: z.iso.datetime().nullable(),
    problemSpecs: z.array(
      z.object({
        id: z.string(),
        prompt: z.string(),
        successCriteria: z.string().nullable(),
        orderIndex: z.number(),
      }),
    ),
    rubric: rubricShape.nullable(),
    skills: z.array(roleSkillShape),
  })
  .meta({ id: "HiringRole" });
export type Role = z.infer<typeof roleShape>;

/** Said beside a role whose rubric has weights that do not sum to 1. */
export const roleMeta = z.object({ warnings: z.array(z.string()).optional() });

export const bookmarkShape = z.object({ roleId: z.uuid(), bookmarked: z.boolean() });
export const bookmarkedRole = roleItem.extend({ bookmarkedAt: z.iso.datetime() });
