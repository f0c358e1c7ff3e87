import type { ApplicationRow } from "./queries.ts";
import type { Application, ReviewedApplication } from "./schemas.ts";

function common(row: ApplicationRow) {
  const {
    applicantName: _name,
    applicantAvatar: _avatar,
    applicantSlug: _slug,
    rubricVersion: _version,
    dimensions: _dimensions,
    entityName,
    ...shown
  } = row;
  return { ...shown, role: { ...shown.role, entityName } };
}

/** What the applicant sees: the outcome without the recruiters' notes, and no feedback. */
export function presentOwn(row: ApplicationRow): Application {
  const { outcome } = row;
  if (outcome === null) return { ...common(row), outcome };
  const { notes: _notes, ...told } = outcome;
  return { ...common(row), outcome: told };
}

/**
 * What recruiters see: also who applies and the rubric to judge by; never an address. A viewer who is the applicant
 * does not see the notes.
 */
export function presentReviewed(row: ApplicationRow, viewerId: string): ReviewedApplication {
  const { applicantId: id, applicantName, applicantAvatar, applicantSlug } = row;
  const { rubricVersion: version, dimensions } = row;
  const outcome = row.outcome && id === viewerId ? { ...row.outcome, notes: null } : row.outcome;
  return {
    ...common(row),
    outcome,
    applicant:
      id === null
        ? null
        : { id, name: applicantName ?? "", avatar: applicantAvatar, slug: applicantSlug ?? "" },
    rubric: version === null || dimensions === null ? null : { version, dimensions },
  };
}
