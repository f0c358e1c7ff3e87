import type { Caller } from "#api/auth/caller.ts";
import { isBlockedBetween } from "#api/data/blocked.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest, conflict } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Answer, ProblemSpec, RubricDimension } from "#schemas/shapes/platform/hiring.ts";
import { recordDone } from "../../audit-log/service.ts";
import { tell } from "../../notifications/service.ts";
import { checkItems } from "../portfolio/service.ts";
import { openRole } from "../roles/service.ts";
import { applicationMoves, outcomeActs } from "./moves.ts";
import { presentOwn, presentReviewed } from "./present.ts";
import {
  type ApplicationRow,
  feedback as feedbackRows,
  findApplication,
  findApplicationTo,
  insertApplication,
  listApplications,
} from "./queries.ts";
import {
  type Application,
  type ApplicationsQuery,
  type ApplyBody,
  type FeedbackBody,
  type OutcomeBody,
  outcomeBody,
  type ReviewedApplication,
  statusBody,
} from "./schemas.ts";

/**
 * A new application. Throws 404 for a role that the caller may not see, 409 for one that takes no applications (of the
 * caller) and for a second application of the caller, also after a withdrawal, and 400 for an answer to no problem of
 * the role and for a portfolio item that the caller does not have.
 */
export function apply(
  deps: Deps,
  caller: Caller & { userId: string },
  roleId: string,
  { coverLetter = null, portfolioItemIds, answers }: ApplyBody,
): Promise<Application> {
  return deps.transaction(async (within) => {
    const { db } = within;
    const { entityId, title, problemSpecs, rubricVersion } = await openRole(db, roleId, caller);
    // The message says nothing of the block.
    if (await isBlockedBetween(db, { entityId }, caller.userId)) {
      throw conflict("This role does not take your application");
    }
    await checkItems(db, caller.userId, portfolioItemIds);
    const id = await insertApplication(db, {
      roleId,
      entityId,
      applicantId: caller.userId,
      coverLetter,
      portfolioItemIds,
      answers: toAnswers(problemSpecs, answers),
      rubricVersion,
    });
    if (id === null) throw conflict("You have already applied to this role (duplicate)");
    await record(db, { entityId, actorId: caller.userId }, id, "application.submitted");
    const moved = { id, entityId, applicantId: caller.userId, status: "submitted" as const };
    await tellMoved(within, { ...moved, role: { title } }, caller.userId);
    return presentOwn(required(await findApplication(db, { id }), "Application"));
  });
}

function toAnswers(specs: readonly ProblemSpec[], given: ApplyBody["answers"]): Answer[] {
  const prompts = new Map(specs.map(({ id, prompt }) => [id, prompt]));
  const answered = new Set<string>();
  return given.map(({ problemSpecId, content }) => {
    const prompt = prompts.get(problemSpecId);
    if (prompt === undefined) throw badRequest(`The role has no problem ${problemSpecId}`);
    if (answered.has(problemSpecId)) throw badRequest(`Problem ${problemSpecId} has two answers`);
    answered.add(problemSpecId);
    return { problemSpecId, prompt, content };
  });
}

/** The caller's own applications, newest first. */
export async function listOwnApplications(db: Db, applicantId: string, query: ApplicationsQuery) {
  const { rows, ...rest } = await listApplications(db, { applicantId }, query);
  return { ...rest, rows: rows.map(presentOwn) };
}

/** The caller's own application to a role; null without one. */
export async function findOwnApplication(
  db: Db,
  of: { applicantId: string; roleId: string },
): Promise<Application | null> {
  const row = await findApplicationTo(db, of);
  return row === null ? null : presentOwn(row);
}

/** Applications to a role, as a recruiter sees them, newest first. */
export async function listRoleApplications(
  db: Db,
  { roleId, viewerId }: { roleId: string; viewerId: string },
  query: ApplicationsQuery,
) {
  const { rows, ...rest } = await listApplications(db, { roleId }, query);
  return { ...rest, rows: rows.map((row) => presentReviewed(row, viewerId)) };
}

/** An application to a role, as a recruiter sees it; null where the role has none with the id. */
export async function findReviewed(
  db: Db,
  of: { id: string; roleId: string },
  viewerId: string,
): Promise<ReviewedApplication | null> {
  const row = await findApplication(db, of);
  return row === null ? null : presentReviewed(row, viewerId);
}

/** What a reviewer may do with an application in a state: the statuses that it may get next, and outcomes to record. */
export const possibleActs = (status: ApplicationRow["status"]) => ({
  statuses: statusBody.shape.status.options.filter((next) =>
    applicationMoves.isPossible(next, status),
  ),
  decisions: outcomeBody.shape.decision.options.filter((decision) =>
    applicationMoves.isPossible(outcomeActs[decision], status),
  ),
});

/** Withdraws an open application; repeating the request changes nothing. Throws 409 from another end. */
export function withdraw(deps: Deps, id: string, actorId: string): Promise<Application> {
  const at = deps.now().toISOString();
  return deps.transaction(async (within) => {
    const { db } = within;
    const set = { withdrawnAt: at, statusChangedAt: at };
    const { isChanged } = await applicationMoves.make(db, "withdraw", { id, actorId, set });
    const row = required(await findApplication(db, { id }), "Application");
    if (isChanged) await tellMoved(within, row, actorId);
    return presentOwn(row);
  });
}

type Status = "reviewing" | "evaluated" | "hired" | "rejected";

/** One of the four moves of the status. Throws 409 that names both states for every other one. */
export function moveStatus(
  deps: Deps,
  id: string,
  actorId: string,
  status: Status,
): Promise<ReviewedApplication> {
  return deps.transaction(async (within) => {
    const set = { statusChangedAt: deps.now().toISOString() };
    await applicationMoves.make(within.db, status, { id, actorId, set });
    return reviewed(within, id, actorId);
  });
}

/**
 * Records how an application ended and sets its status. Where the status is the decision already, date and
 * notes are added. Throws 409 from any other state.
 */
export function recordOutcome(
  deps: Deps,
  { id, actorId }: { id: string; actorId: string },
  { decision, startDate = null, notes = null }: OutcomeBody,
): Promise<ReviewedApplication> {
  return deps.transaction(async (within) => {
    const { db } = within;
    const decidedAt = deps.now().toISOString();
    const { status: before } = required(await findApplication(db, { id }), "Application");
    const moved = before === decision ? {} : { statusChangedAt: decidedAt };
    const ended = decision === "withdrawn" ? { withdrawnAt: decidedAt } : {};
    const set = { outcome: { decision, startDate, notes, decidedAt }, ...moved, ...ended };
    await applicationMoves.make(db, outcomeActs[decision], { id, actorId, set });
    return reviewed(within, id, actorId);
  });
}

/** The application after a move by its reviewer, of which the applicant is told. */
async function reviewed(
  within: Pick<Deps, "db" | "enqueue">,
  id: string,
  actorId: string,
): Promise<ReviewedApplication> {
  const row = required(await findApplication(within.db, { id }), "Application");
  await tellMoved(within, row, actorId);
  return presentReviewed(row, actorId);
}

/** Tells the other side: the applicant of what the team did, the team of what the applicant did. */
function tellMoved(
  within: Pick<Deps, "enqueue">,
  row: Pick<ApplicationRow, "id" | "entityId" | "applicantId" | "status"> & {
    role: { title: string };
  },
  actorId: string,
): Promise<void> {
  const { id, entityId, applicantId, status } = row;
  if (applicantId === null) return Promise.resolve();
  return tell(within, {
    kind: "applications",
    state: status,
    subjectType: "application",
    subjectId: id,
    sourceId: `application:${id}:${status}`,
    entityId,
    actorId,
    label: row.role.title,
    ...(actorId === applicantId ? { team: "review_applications" } : { userId: applicantId }),
  });
}

/** Adds feedback. Throws 400 for a score outside the rubric by which the application is judged. */
export function giveFeedback(
  deps: Deps,
  { id, entityId, dimensions }: ApplicationRow,
  authorId: string,
  { dimensionScores, ...given }: FeedbackBody,
) {
  checkScores(dimensions ?? [], dimensionScores);
  return deps.transaction(async ({ db }) => {
    const feedback = await feedbackRows.insert(db, {
      ...given,
      applicationId: id,
      authorId,
      dimensionScores: dimensionScores.map(({ comments, ...one }) => ({
        ...one,
        comments: comments ?? null,
      })),
    });
    await record(db, { entityId, actorId: authorId }, id, "application.feedback_given");
    return feedback;
  });
}

function checkScores(
  dimensions: readonly RubricDimension[],
  scores: FeedbackBody["dimensionScores"],
): void {
  const scored = new Set<string>();
  for (const { dimensionId, score } of scores) {
    const dimension = dimensions.find(({ id }) => id === dimensionId);
    if (dimension === undefined) throw badRequest(`The rubric has no dimension ${dimensionId}`);
    if (scored.has(dimensionId)) throw badRequest(`Dimension ${dimensionId} is scored twice`);
    scored.add(dimensionId);
    const { scaleMin, scaleMax } = dimension;
    if (score < scaleMin || score > scaleMax) {
      throw badRequest(`The score of ${dimensionId} must be from ${scaleMin} to ${scaleMax}`);
    }
  }
}

const record = (
  db: Db,
  { entityId, actorId }: { entityId: string; actorId: string },
  id: string,
  action: string,
): Promise<void> =>
  recordDone(db, { subjectType: "entity", subjectId: entityId, actorId, action, detail: { id } });
