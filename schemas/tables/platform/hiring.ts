import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { z } from "zod";
import type {
  Answer,
  ApplicationStatus,
  DimensionScore,
  Importance,
  Outcome,
  PortfolioItemKind,
  ProblemSpec,
  RemotePolicy,
  RoleStatus,
  RoleVisibility,
  RubricDimension,
  recommendation,
  SalaryRange,
  SkillLevel,
} from "../../shapes/platform/hiring.ts";
import { userAccount, userId } from "../accounts/account.ts";
import { document } from "../accounts/document.ts";
import { createdAt, id, instant, searchVector, updatedAt, version } from "../columns.ts";
import { entityId } from "../companies/company.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const account = (name: string) =>
  uuid(name).references(() => userAccount.id, { onDelete: "set null" });

const roleId = () =>
  uuid("role_id")
    .notNull()
    .references(() => hiringRole.id, { onDelete: "cascade" });

/** A role that a company hires for. */
export const hiringRole = pgTable(
  "hiring_role",
  {
    id: id(),
    entityId: entityId(),
    title: text("title").notNull(),
    description: text("description"),
    location: text("location"),
    remotePolicy: text("remote_policy").$type<RemotePolicy>(),
    salaryRange: jsonb("salary_range").$type<SalaryRange>(),
    visibility: text("visibility").notNull().$type<RoleVisibility>(),
    status: text("status").notNull().default("draft").$type<RoleStatus>(),
    problemSpecs: jsonb("problem_specs").notNull().default([]).$type<ProblemSpec[]>(),
    /** The version of the rubric that new applications are judged by; null without a rubric. */
    rubricVersion: integer("rubric_version"),
    publishedAt: instant("published_at"),
    closedAt: instant("closed_at"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: searchVector("search").generatedAlwaysAs(
      (): SQL =>
        sql`setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', coalesce(description, '')), 'B')`,
    ),
    /** The words of the title alone. */
    titleSearch: searchVector("title_search").generatedAlwaysAs(
      (): SQL => sql`to_tsvector('english', title)`,
    ),
  },
  (t) => {
    const isListed = sql`${t.status} = 'published' and ${t.visibility} = 'public'`;
    return [
      index("hiring_role_entity").on(t.entityId, t.createdAt, t.id),
      index("hiring_role_listed").on(t.publishedAt, t.id).where(isListed),
      index("hiring_role_search").using("gin", t.search),
      index("hiring_role_title_search").using("gin", t.titleSearch).where(isListed),
      index("hiring_role_title").using("gin", sql`${t.title} gin_trgm_ops`).where(isListed),
      index("hiring_role_policy").on(t.remotePolicy, t.publishedAt, t.id).where(isListed),
      index("hiring_role_location").using("gin", sql`${t.location} gin_trgm_ops`).where(isListed),
    ];
  },
);

/** A version of a role's rubric. Versions never change: applications are judged by the one of their submission. */
export const hiringRubric = pgTable(
  "hiring_rubric",
  {
    roleId: roleId(),
    version: integer("version").notNull(),
    dimensions: jsonb("dimensions").notNull().$type<RubricDimension[]>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.version] })],
);

/**
 * A skill that a role asks for. What matching needs of the role is copied here, so that it reads one index: whether
 * the role is public and published, and how many skills of each importance it has.
 */
export const hiringRoleSkill = pgTable(
  "hiring_role_skill",
  {
    roleId: roleId(),
    skillId: uuid("skill_id").notNull(),
    name: text("name").notNull(),
    importance: text("importance").notNull().$type<Importance>(),
    position: smallint("position").notNull(),
    isListed: boolean("is_listed").notNull().default(false),
    requiredCount: smallint("required_count").notNull(),
    preferredCount: smallint("preferred_count").notNull(),
    niceToHaveCount: smallint("nice_to_have_count").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.roleId, t.skillId] }),
    index("hiring_role_skill_listed")
      .on(t.skillId, t.importance, t.roleId, t.requiredCount, t.preferredCount, t.niceToHaveCount)
      .where(sql`${t.isListed}`),
  ],
);

/** A role that a person keeps for later. */
export const hiringBookmark = pgTable(
  "hiring_bookmark",
  { userId: userId(), roleId: roleId(), createdAt: createdAt() },
  (t) => [
    primaryKey({ columns: [t.userId, t.roleId] }),
    index("hiring_bookmark_order").on(t.userId, t.createdAt),
    index("hiring_bookmark_role").on(t.roleId),
  ],
);

/**
 * Something that a candidate shows of their work: an address, a text or a document of their own. It never changes, so
 * that recruiters see what was handed in; the candidate may take it away.
 */
export const portfolioItem = pgTable(
  "portfolio_item",
  {
    id: id(),
    userId: userId(),
    kind: text("kind").notNull().$type<PortfolioItemKind>(),
    title: text("title").notNull(),
    /** Of a link; null for the other kinds, as the next two are. */
    url: text("url"),
    text: text("text"),
    documentId: uuid("document_id").references(() => document.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [
    index("portfolio_item_owner").on(t.userId, t.createdAt, t.id),
    index("portfolio_item_document").on(t.documentId),
  ],
);

/** A person's application to a role, at most one. When the person leaves, the company keeps it without the person. */
export const hiringApplication = pgTable(
  "hiring_application",
  {
    id: id(),
    roleId: roleId(),
    entityId: entityId(),
    /** Null once the account is deleted. */
    applicantId: account("applicant_id"),
    status: text("status").notNull().default("submitted").$type<ApplicationStatus>(),
    coverLetter: text("cover_letter"),
    portfolioItemIds: uuid("portfolio_item_ids").array().notNull().default([]),
    answers: jsonb("answers").notNull().default([]).$type<Answer[]>(),
    /** The version of the role's rubric at the submission; null when it had none. */
    rubricVersion: integer("rubric_version"),
    outcome: jsonb("outcome").$type<Outcome>(),
    submittedAt: instant("submitted_at").notNull().default(sql`now()`),
    statusChangedAt: instant("status_changed_at").notNull().default(sql`now()`),
    withdrawnAt: instant("withdrawn_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique("hiring_application_once").on(t.roleId, t.applicantId),
    index("hiring_application_role").on(t.roleId, t.createdAt, t.id),
    index("hiring_application_applicant").on(t.applicantId, t.createdAt, t.id),
    index("hiring_application_entity").on(t.entityId),
  ],
);

/** What a recruiter thinks of an application; never shown to the applicant. */
export const hiringFeedback = pgTable(
  "hiring_feedback",
  {
    id: id(),
    applicationId: uuid("application_id")
      .notNull()
      .references(() => hiringApplication.id, { onDelete: "cascade" }),
    authorId: account("author_id"),
    overallScore: doublePrecision("overall_score").notNull(),
    dimensionScores: jsonb("dimension_scores").notNull().$type<DimensionScore[]>(),
    strengths: text("strengths").array().notNull(),
    gaps: text("gaps").array().notNull(),
    recommendation: text("recommendation").notNull().$type<z.infer<typeof recommendation>>(),
    createdAt: createdAt(),
  },
  (t) => [
    index("hiring_feedback_application").on(t.applicationId, t.createdAt, t.id),
    index("hiring_feedback_author").on(t.authorId),
  ],
);

/** A spelling of a skill: its name or an alias. Spellings of one skill share its id. */
export const skillTerm = pgTable(
  "skill_term",
  {
    /** The spelling in folded form. */
    key: text("key").primaryKey(),
    skillId: uuid("skill_id").notNull(),
    /** The skill's name, as it is shown. */
    name: text("name").notNull(),
    isName: boolean("is_name").notNull(),
    source: text("source").notNull().$type<"vocabulary" | "imported">(),
    /** The URI of the imported concept; null for the built-in vocabulary. */
    uri: text("uri"),
  },
  (t) => [
    index("skill_term_skill").on(t.skillId),
    index("skill_term_uri").on(t.uri),
    index("skill_term_prefix").on(sql`${t.key} text_pattern_ops`),
    index("skill_term_like").using("gin", sql`${t.key} gin_trgm_ops`),
  ],
);

/** What a person says about being found for work. The row exists once skills were saved. */
export const candidate = pgTable(
  "candidate",
  {
    userId: userId().primaryKey(),
    isDiscoverable: boolean("is_discoverable").notNull().default(true),
    headline: text("headline"),
    titles: text("titles").array().notNull().default([]),
    /** Titles and headline as one text, for searching. */
    profileText: text("profile_text").notNull().default(""),
    updatedAt: updatedAt(),
    /** Short name of the person in `skillHolder`. Never given again. */
    number: integer("number").notNull().unique().generatedAlwaysAsIdentity(),
    search: searchVector("search").generatedAlwaysAs(
      (): SQL => sql`to_tsvector('english', profile_text)`,
    ),
  },
  (t) => [index("candidate_search").using("gin", t.search)],
);

/** A skill that a person claims. */
export const personSkill = pgTable(
  "person_skill",
  {
    userId: userId(),
    skillId: uuid("skill_id").notNull(),
    name: text("name").notNull(),
    level: text("level").$type<SkillLevel>(),
    position: smallint("position").notNull(),
    /** A copy of the candidate's value, so that matching reads one index. */
    isDiscoverable: boolean("is_discoverable").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.skillId] }),
    index("person_skill_found").on(t.skillId, t.level, t.userId).where(sql`${t.isDiscoverable}`),
  ],
);

/**
 * Who has a skill and may be found: a packed copy of `personSkill`, which a matching reads whole. A trigger writes it in
 * the transaction that changes `personSkill` (migration 0008).
 */
export const skillHolder = pgTable(
  "skill_holder",
  {
    skillId: uuid("skill_id").notNull(),
    /** The first byte of the people's ids. */
    part: smallint("part").notNull(),
    /** For each person an integer of four bytes, big-endian: eight times the number, plus the place of the level from 1; 0 without a level. */
    people: bytes("people").notNull(),
  },
  (t) => [primaryKey({ columns: [t.skillId, t.part] })],
);
