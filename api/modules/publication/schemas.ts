import { z } from "zod";
import { idOf } from "#schemas/shapes/id.ts";
import { linkText, longTextOrNull, nameText } from "#schemas/shapes/text.ts";

export const params = { entityId: idOf("Entity id"), userId: idOf("User id") };

const state = {
  status: z.enum(["not_provisioned", "draft", "published", "unpublished", "blocked", "archived"]),
  listingId: z.uuid().nullable(),
  listingSlug: z.string().nullable(),
  /** Null while the listing is not public. */
  publishedVersionId: z.uuid().nullable(),
  /** Null when moderation locked the listing. */
  primaryAction: z.enum(["publish", "unpublish"]).nullable(),
  unavailableReason: z.enum(["moderation_blocked", "moderation_archived"]).nullable(),
  updatedAt: z.iso.datetime().nullable(),
};

const filingName = z.object({
  id: z.uuid(),
  schemaType: z.string(),
  reportingPeriodId: z.string(),
});

export const publicationState = z
  .object({
    ...state,
    entityId: z.uuid(),
    entitySlug: z.string().nullable(),
    /** Filings in force by who reads them while the profile is published. */
    filings: z
      .object({ public: z.array(filingName), private: z.array(filingName) })
      .meta({ "x-extension": true }),
  })
  .meta({ id: "PublicationState" });
export type PublicationState = z.infer<typeof publicationState>;

export const publicationBody = z.object({
  openFilings: z.array(z.uuid().toLowerCase()).max(1000).default([]).meta({
    "x-extension": true,
    description:
      "Ids of filings that all may read once the profile is published. Private ones become public. Where a filing is public already and the profile is not, its id is asked for",
  }),
});

export const personPublicationState = z
  .object({ ...state, userId: z.uuid() })
  .meta({ id: "PersonPublicationState" });
export type PersonPublicationState = z.infer<typeof personPublicationState>;

const item = z.object({
  label: nameText(200),
  detail: longTextOrNull(1000).default(null),
  url: linkText.nullable().default(null),
});
const line = nameText(300);
const address = z.object({
  kind: z.enum(["business", "mailing"]),
  street: line.nullable().default(null),
  city: line.nullable().default(null),
  state: line.nullable().default(null),
  postalCode: nameText(40).nullable().default(null),
  country: line.nullable().default(null),
});

const written = {
  tagline: nameText(200).nullable(),
  category: nameText(120).nullable(),
  location: line.nullable(),
  websiteUrl: linkText.nullable(),
  aliases: z.array(nameText(200)).max(20),
  socialLinks: z.array(z.object({ label: nameText(60), url: linkText })).max(20),
  experience: z.array(item).max(50),
  credentials: z.array(item).max(50),
  publicEvidence: z.array(item).max(50),
  legalName: nameText(200).nullable(),
  employeeCount: z.int().min(0).max(100_000_000).nullable(),
  addresses: z.array(address).max(10),
  directEmail: z.email().max(254).nullable(),
  directPhone: nameText(60).nullable(),
  streetAddress: nameText(500).nullable(),
};

const disclosure = z.object({
  directEmail: z.boolean(),
  directPhone: z.boolean(),
  streetAddress: z.boolean(),
});

export const profileChange = z.object(written).partial().extend({
  disclosure: disclosure.partial().optional(),
  asksFollowers: z.boolean().optional(),
});
export type ProfileChange = z.output<typeof profileChange>;

export const profileDraft = z
  .object(written)
  .partial()
  .extend({ disclosure, asksFollowers: z.boolean() })
  .meta({ id: "ListingDraft" });
export type ProfileDraft = z.input<typeof profileDraft>;

export const slugBody = z.object({ slug: z.string().max(200) });
export const slugAnswer = z.object({ slug: z.string() });

export const personnelBody = z.object({
  listed: z.boolean(),
  title: nameText(120).nullable().optional(),
});
export const ownPersonnelBody = z.object({ listed: z.boolean() });

export const personnelShape = z
  .object({
    userId: z.uuid(),
    title: z.string().nullable(),
    isListedByTeam: z.boolean(),
    isListedByMember: z.boolean(),
  })
  .meta({ id: "Personnel" });

const versionShape = z
  .object({
    id: z.uuid(),
    version: z.int(),
    hash: z.string(),
    previousHash: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "ListingVersion" });

export const versionsShape = z.object({
  versions: z.array(versionShape),
  /** The version at which the chain is broken; null for a whole chain. */
  brokenAt: z.int().nullable(),
});
