import type { Db } from "#schemas/database/db.ts";
import { permits, type Standing, type TeamPermission } from "#schemas/shapes/accounts/team.ts";
import { forbidden, notFound } from "../http/errors.ts";
import type { Caller } from "./caller.ts";
import { findOrganizationStanding, findTeamStanding } from "./standing.ts";

/** How the kernel loads a row and learns who owns it. A module has one reader for each kind of row. */
export interface RowReader<R> {
  /** The name in the 404 message: "Application". */
  name: string;
  /**
   * Loads the row; null when there is none. `params` holds all path parameters. A reader can use `caller` in its query
   * so that hidden rows are not found; then the response time does not reveal that such a row exists.
   */
  find(
    db: Db,
    id: string,
    params: Readonly<Record<string, string>>,
    caller: Caller | null,
  ): Promise<R | null>;
  entityIdOf?(row: R): string | null;
  organizationIdOf?(row: R): string | null;
  userIdOf?(row: R): string | null;
  /**
   * Whether a caller who may not act on the row may know that it exists: 403 when true, 404 when false. Without this
   * method only the row's owner and the members of its team or organization may know.
   */
  isVisible?(db: Db, row: R, caller: Caller | null): boolean | Promise<boolean>;
  /** The message of the 403 for a caller whom the rule admits but who may not act on this row; null for all others. */
  refusalOf?(row: R, caller: Caller | null): string | null;
}

/** A row, and the path parameter that names it. */
export interface Via<R> {
  row: RowReader<R>;
  on: string;
}

/** "hidden": the caller may not know that it exists (404). "no": the caller may know, but may not do this (403). */
export type Verdict = "yes" | "no" | "hidden";

export type Decide<R> = (
  db: Db,
  caller: Caller & { userId: string },
  row: R,
) => Verdict | Promise<Verdict>;

/** A rule about an entity, an organization or a row. `types` is for the compiler only and never set. */
// biome-ignore lint/suspicious/noExplicitAny: a rule for rows of any kind
export interface RuleAccess<R = any, S = any> {
  rule: "team" | "organization" | "own" | "holder" | "viewer" | "custom";
  needs: string;
  /** The path parameter that names the row or, without a row, the entity or organization. */
  on: string;
  row: RowReader<R> | null;
  /** "optional" also admits requests without a credential. */
  asks: "user" | "optional";
  decide?: Decide<R>;
  types?: [row: R, standing: S];
}

/** What the kernel passes to the handler of an endpoint with a rule. */
export interface RuleResult {
  subject: unknown;
  standing: Standing | undefined;
}

interface AccessQuestion {
  db: Db;
  access: RuleAccess;
  /** The value of the path parameter: the id of the entity or organization, or of the row if there is one. */
  id: string;
  row: unknown;
  caller: Caller | null;
}

interface AccessVerdict {
  verdict: Verdict;
  standing?: Standing | undefined;
}

/**
 * Loads the row and checks the rule. Throws 404, with the same message, when it does not exist and when the caller may
 * not know of it. Throws 403 when the caller may know of it but may not act on it, also where the
 * reader of the row refuses the caller.
 */
export async function checkRule(
  db: Db,
  access: RuleAccess,
  params: Readonly<Record<string, string>>,
  caller: Caller | null,
): Promise<RuleResult> {
  const id = access.on === "" ? "" : params[access.on];
  if (id === undefined) throw new Error(`the path has no parameter ${access.on}`);
  const row = access.row === null ? undefined : await access.row.find(db, id, params, caller);
  if (row === null) throw notFound(nameOf(access));
  const { verdict, standing } = await judges[access.rule]({ db, access, id, row, caller });
  if (verdict === "hidden") throw notFound(nameOf(access));
  if (verdict === "no") throw forbidden(refusalOf(access));
  const refusal = access.row?.refusalOf?.(row, caller) ?? null;
  if (refusal !== null) throw forbidden(refusal);
  return { subject: row, standing };
}

const judges: Record<RuleAccess["rule"], (asked: AccessQuestion) => Promise<AccessVerdict>> = {
  team: judgeTeam,
  organization: judgeOrganization,
  own: judgeOwn,
  holder: judgeHolder,
  viewer: async (asked) => ({ verdict: (await isVisible(asked)) ? "yes" : "hidden" }),
  custom: async ({ db, access, row, caller }) => ({
    verdict: (await access.decide?.(db, caller as Caller & { userId: string }, row)) ?? "hidden",
  }),
};

async function judgeTeam(asked: AccessQuestion): Promise<AccessVerdict> {
  const { db, access, row, caller } = asked;
  const entityId = access.row === null ? asked.id : (access.row.entityIdOf?.(row) ?? null);
  const team = entityId === null ? null : await findTeamStanding(db, entityId, caller);
  const standing = team?.standing ?? null;
  if (standing !== null) {
    return { verdict: isEnough(standing, access.needs) ? "yes" : "no", standing };
  }
  const isKnown = access.row === null ? team?.isPublished === true : await isVisible(asked);
  return { verdict: isKnown ? "no" : "hidden" };
}

async function judgeOrganization(asked: AccessQuestion): Promise<AccessVerdict> {
  const { db, access, row, caller } = asked;
  const id = access.row === null ? asked.id : (access.row.organizationIdOf?.(row) ?? null);
  const standing = id === null ? null : await findOrganizationStanding(db, id, caller);
  if (standing === null) return { verdict: (await isVisible(asked)) ? "no" : "hidden" };
  const isAllowed = roleRank[standing.role] >= roleRank[access.needs as Standing["role"]];
  return { verdict: isAllowed ? "yes" : "no", standing };
}

const roleRank: Record<Standing["role"], number> = { member: 0, admin: 1, owner: 2 };

async function judgeOwn(asked: AccessQuestion): Promise<AccessVerdict> {
  if (isOwn(asked)) return { verdict: "yes" };
  return { verdict: (await isVisible(asked)) ? "no" : "hidden" };
}

const isOwn = ({ access, row, caller }: AccessQuestion) =>
  caller !== null && caller.userId !== null && access.row?.userIdOf?.(row) === caller.userId;

async function judgeHolder(asked: AccessQuestion): Promise<AccessVerdict> {
  const { db, access, row, caller } = asked;
  if (isOwn(asked)) return { verdict: "yes" };
  const organizationId = access.row?.organizationIdOf?.(row) ?? null;
  if (organizationId !== null) {
    const standing = await findOrganizationStanding(db, organizationId, caller);
    if (standing !== null) return { verdict: "yes" };
  }
  const entityId = access.row?.entityIdOf?.(row) ?? null;
  const team = entityId === null ? null : await findTeamStanding(db, entityId, caller);
  const standing = team?.standing ?? null;
  if (standing !== null) return { verdict: isEnough(standing, "manager") ? "yes" : "no" };
  return { verdict: (await isVisible(asked)) ? "no" : "hidden" };
}

const isVisible = async ({ db, access, row, caller }: AccessQuestion): Promise<boolean> =>
  (await access.row?.isVisible?.(db, row, caller)) ?? false;

function isEnough(standing: Standing, needs: string): boolean {
  if (needs === "member") return true;
  if (needs === "owner") return standing.role === "owner";
  if (needs === "manager") return standing.role !== "member";
  return permits(standing, needs as TeamPermission);
}

function nameOf({ rule, row }: RuleAccess): string {
  if (row !== null) return row.name;
  return rule === "organization" ? "Organization" : "Entity";
}

const teamRefusals: Record<string, string> = {
  member: "Only the team of the entity may do this",
  manager: "Only owners and admins of the entity may do this",
  owner: "Only the owner of the entity may do this",
};

const organizationRefusals: Record<string, string> = {
  member: "Only members of the organization may do this",
  admin: "Only owners and admins of the organization may do this",
  owner: "Only owners of the organization may do this",
};

function refusalOf({ rule, needs, row }: RuleAccess): string {
  if (rule === "team") {
    return teamRefusals[needs] ?? `This needs the permission ${needs} on the entity`;
  }
  if (rule === "organization") return organizationRefusals[needs] ?? needs;
  if (rule === "own") return `Only the owner of the ${row?.name.toLowerCase()} may do this`;
  if (rule === "holder") return `The ${row?.name.toLowerCase()} belongs to someone else`;
  return `This needs: ${needs}`;
}
