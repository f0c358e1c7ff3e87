import { z } from "zod";
import { currencyCode } from "#schemas/shapes/currency.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import {
  audience,
  audiences,
  capitalStatus,
  contentKind,
  followStatus,
  guardedMembers,
  instrument,
  step,
} from "#schemas/shapes/platform/startup.ts";
import { linkText, longTextOrNull, nameText } from "#schemas/shapes/text.ts";

/** `:id` of a startup: any text, because a slug is text. What is none of the three names no startup. */
export const startupParams = {
  id: z
    .string()
    .min(1)
    .max(200)
    .toLowerCase()
    .meta({
      description: "Listing id, slug, or entity id of the startup",
      examples: ["acme-robotics"],
    }),
};

/** `:id` where the path names the startup's entity: an id in the form of one. */
export const entityPath = z.object({ id: idOf("Entity id of the startup") });
export const entityFieldPath = entityPath.extend({ fieldId: idOf("Id of the field") });

export const params = {
  ...startupParams,
  entityId: idOf("Entity id"),
  fieldId: idOf("Id of the field"),
  requestId: idOf("Id of the request"),
  followId: idOf(
    "Id of the follow (`id` in the list of followers); not that of the follower's account",
  ),
};

export const amount = z
  .string()
  .regex(/^(0|[1-9]\d{0,17})(\.\d{1,4})?$/, "A decimal number as text, without a sign")
  .meta({ examples: ["2500000"] });
const capitalBody = z.object({
  status: capitalStatus.nullish(),
  instrument: instrument.nullish(),
  targetAmount: amount.nullish(),
  currency: currencyCode.nullish(),
});

const memberBody = {
  tagline: nameText(160).nullish(),
  description: longTextOrNull(5000).optional(),
  sector: nameText(80).nullish(),
  stage: nameText(60).nullish(),
  location: nameText(120).nullish(),
  websiteUrl: linkText.nullish(),
  foundedYear: z.int().min(1800).max(2100).nullish(),
  teamSize: z.int().min(0).max(1_000_000).nullish(),
  capitalStatus: capitalBody.optional(),
};

const stepOf = Object.fromEntries(
  guardedMembers.map((member) => [member, step.optional()]),
) as Record<(typeof guardedMembers)[number], z.ZodOptional<typeof step>>;

const sharingBody = {
  audiences: z.object(stepOf).optional(),
  customMembers: z.array(z.enum(guardedMembers)).max(guardedMembers.length).optional(),
};

export const optInBody = z.object({
  name: nameText(120).optional(),
  ...memberBody,
  ...sharingBody,
});
export type OptInBody = z.output<typeof optInBody>;

export const profileChange = z.object({
  name: nameText(120).optional(),
  ...memberBody,
  ...sharingBody,
  version: z.int().min(1).optional(),
});
export type ProfileChange = z.output<typeof profileChange>;

const text = (description: string, example: string) =>
  z
    .string()
    .max(200)
    .optional()
    .meta({ description, examples: [example] });

export const startupsQuery = pageQuery.extend({
  search: text("Words of name, tagline, sector and description, as everybody reads them", "robots"),
  sector: text("Only this sector", "Robotics"),
  stage: text("Only this stage", "Seed"),
  location: text("Part of the location", "Berlin"),
  capitalStatus: capitalStatus
    .optional()
    .meta({ description: "Only this capital status", examples: ["actively_raising"] }),
});
export type StartupsQuery = z.output<typeof startupsQuery>;

export const previewQuery = z.object({
  audience: audience.meta({ description: "As whom to look", examples: ["public"] }),
});

const capitalShape = z.object({
  status: capitalStatus.nullable(),
  instrument: instrument.nullable(),
  targetAmount: z.string().nullable(),
  currency: z.string().nullable(),
  updatedAt: z.iso.datetime().nullable(),
});

const facts = {
  tagline: z.string().nullable(),
  description: z.string().nullable(),
  sector: z.string().nullable(),
  stage: z.string().nullable(),
  location: z.string().nullable(),
  websiteUrl: z.string().nullable(),
  foundedYear: z.int().nullable(),
  teamSize: z.int().nullable(),
  capitalStatus: capitalShape,
};

const contentItem = z.object({
  kind: contentKind,
  id: z.uuid(),
  title: z.string(),
  at: z.iso.datetime().nullable(),
  value: z.string().nullable(),
  unit: z.string().nullable(),
});
export const candidateShape = contentItem
  .extend({ selected: z.boolean() })
  .meta({ id: "StartupContentCandidate" });

export const evidenceShape = z.object({
  documentKey: z.string().nullable(),
  url: z.string().nullable(),
  note: z.string().nullable(),
});
export const contextShape = z.object({
  constraints: z.array(z.string()),
  assumptions: z.array(z.string()),
});

const baselineExcerpt = z.object({
  fields: z.array(
    z.object({
      id: z.uuid(),
      key: z.string(),
      label: z.string(),
      value: z.string(),
      unit: z.string().nullable(),
      asOf: z.string().nullable(),
      evidence: z.array(evidenceShape),
    }),
  ),
  strategicContext: contextShape.nullable(),
  summary: z
    .object({ text: z.string(), method: z.string(), confirmedAt: z.iso.datetime() })
    .nullable(),
  lockedAt: z.iso.datetime(),
});

const projection = {
  name: z.string(),
  ...facts,
  publicContent: z.array(contentItem),
  baseline: baselineExcerpt.nullable(),
};

const status = z.enum(["unpublished", "published"]);
const sharingShape = {
  audiences: z.record(z.enum(guardedMembers), step),
  customMembers: z.array(z.enum(guardedMembers)),
};

export const startupShape = z
  .object({
    id: z.uuid(),
    entityId: z.uuid(),
    slug: z.string(),
    status,
    ...projection,
    /** Who may read what; null for all but the startup's team. */
    sharing: z.object(sharingShape).nullable(),
    viewer: z.object({
      audience: z.enum([...audiences, "owner"]),
      following: z.boolean(),
      followStatus: followStatus.nullable(),
    }),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Startup" });
export type Startup = z.infer<typeof startupShape>;

/** A startup in lists and search: what everybody may read. */
export const startupCard = z
  .object({
    id: z.uuid(),
    entityId: z.uuid(),
    slug: z.string(),
    status,
    name: z.string(),
    ...facts,
    publishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "StartupCard" });
export type StartupCard = z.infer<typeof startupCard>;

export const previewShape = z
  .object({ audience, startupListingId: z.uuid(), ...projection })
  .meta({ id: "StartupPreview" });
export type Preview = z.infer<typeof previewShape>;

export const audienceShape = z
  .object({ audience, description: z.string(), followers: z.int() })
  .meta({ id: "StartupAudience" });

export const publicContentBody = z.object({
  items: z.array(z.object({ kind: contentKind, id: z.uuid().toLowerCase() })).max(50),
  version: z.int().min(1).optional(),
});
export type PublicContentBody = z.output<typeof publicContentBody>;

const membersShape = z.object({
  ...facts,
  capitalStatus: capitalStatus.nullable(),
  capitalStatusAt: z.iso.datetime().nullable(),
  capitalTerms: capitalShape
    .pick({ instrument: true, targetAmount: true, currency: true })
    .nullable(),
});

export const versionShape = z
  .object({
    id: z.uuid(),
    version: z.int(),
    content: z.object({
      name: z.string(),
      status,
      members: membersShape,
      sharing: z.object(sharingShape),
      publicContent: z.array(z.object({ kind: contentKind, id: z.uuid() })),
    }),
    hash: z.string(),
    previousHash: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "StartupVersion" });

export const stateShape = z.object({
  id: z.uuid(),
  status,
  publishedAt: z.iso.datetime().nullable(),
});
