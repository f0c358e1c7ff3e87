import * as administration from "#api/modules/administration/service.ts";
import { html, nothing } from "#api/pages/html.ts";
import { dayOf, firstRows, itemsOf, numberIn, read, type Subject } from "./subject.ts";

const { shapes } = administration;
const none = "Nothing waits.";

const report: Subject = {
  title: "Reports",
  none,
  list: ({ db }) =>
    itemsOf(administration.listWaitingReports(db, firstRows), (row) => ({
      id: row.id,
      title: row.title,
      about: html`<p>${row.reportType.replaceAll("_", " ")} by ${row.userName ?? `account ${row.userId}`}${row.entityName === null ? "" : ` for ${row.entityName}`}, ${row.status.replace("_", " ")} since ${dayOf(row.updatedAt)}.</p>
${row.description === null ? nothing : html`<p class="said">${row.description}</p>`}`,
      fields: html`<label>Score of 0 to 100, to verify it<input name="score" inputmode="numeric" maxlength="3" placeholder="100"></label>`,
      decisions: [
        ...(row.status === "submitted" ? ([["review", "Take into review"]] as const) : []),
        ["reject", "Reject"],
        ["verify", "Verify"],
      ],
    })),
  decide: (deps, admin, { id, decision, reason, score }) => {
    const more = decision === "verify" ? { score: numberIn(score) } : {};
    const body = read(shapes.reportDecision, { decision, reason, ...more });
    return administration.decideReport(deps, admin, id, body);
  },
};

const filing: Subject = {
  title: "Filings",
  none,
  list: ({ db }) =>
    itemsOf(administration.listWaitingFilings(db, firstRows), (row) => ({
      id: row.id,
      title: row.entityName,
      about: html`<p>${row.schemaType.replaceAll("_", " ")} of ${row.reportingPeriodId}, submitted on ${dayOf(row.submittedAt)}, ${row.isPublic ? "public" : "private"}.</p>`,
      fields: html`<label>Tier, to verify it<select name="tier"><option value="L3">L3: attested by a third party</option><option value="L2">L2: documents matched</option></select></label>`,
      decisions: [
        ["reject", "Reject"],
        ["verify", "Verify"],
      ],
    })),
  decide: (deps, admin, { id, decision, reason, tier }) => {
    const more = decision === "verify" ? { tier } : {};
    const body = read(shapes.filingDecision, { decision, reason, ...more });
    return administration.decideFiling(deps, admin, id, body);
  },
};

const claim: Subject = {
  title: "Claims",
  none,
  list: ({ db }) =>
    itemsOf(administration.listWaitingClaims(db, firstRows), (row) => ({
      id: row.id,
      title: row.name,
      about: html`<p>Claimed by ${row.userName ?? "an account"}, ${row.email}, on ${dayOf(row.createdAt)}.</p>`,
      decisions: [
        ["decline", "Decline"],
        ["grant", "Grant"],
      ],
    })),
  decide: (deps, admin, { id, decision, reason }) =>
    administration.decideClaim(deps, admin, id, read(shapes.claimDecision, { decision, reason })),
};

const correction: Subject = {
  title: "Corrections",
  none,
  list: ({ db }) =>
    itemsOf(administration.listWaitingCorrections(db, firstRows), (row) => ({
      id: row.id,
      title: `${row.field} of ${row.slug}`,
      about: html`<p class="said">${row.value}</p><p>Evidence: ${row.evidence}</p><p>${row.status.replace("_", " ")} since ${dayOf(row.createdAt)}.</p>`,
      decisions:
        row.status === "open"
          ? [
              ["review", "Take into review"],
              ["reject", "Reject"],
            ]
          : [
              ["reject", "Reject"],
              ["accept", "Accept"],
            ],
    })),
  decide: (deps, admin, { id, decision, reason }) => {
    const body = read(shapes.correctionDecision, { decision, reason });
    return administration.decideCorrection(deps, admin, id, body);
  },
};

const entity: Subject = {
  title: "Entities that are not verified",
  none: "Every entity with an owner is verified.",
  list: ({ db }) =>
    itemsOf(administration.listUnverifiedEntities(db, firstRows), (row) => ({
      id: row.id,
      title: row.name,
      about: html`<p>${row.entityType} of ${row.ownerName ?? `account ${row.ownerId}`} since ${dayOf(row.createdAt)}, ${row.published ? html`<a href="/companies/${row.slug}">published</a>` : "not published"}.</p>`,
      decisions: [["verify", "Verify"]],
    })),
  decide: (deps, admin, { id, decision, reason }) => {
    const body = read(shapes.entityDecision, { decision, reason });
    return administration.decideEntity(deps, admin, id, body);
  },
};

/** What waits for an administrator. */
export const waiting = { report, filing, claim, correction, entity };
