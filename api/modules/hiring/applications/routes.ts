import { required } from "#api/data/rows.ts";
import { created, list, one } from "#api/http/answers.ts";
import { readEndpoint, reads, writeEndpoint, writes } from "../endpoint.ts";
import { applicant, recruiter, reviewer } from "./access.ts";
import { applicationMoves } from "./moves.ts";
import { presentOwn, presentReviewed } from "./present.ts";
import { feedback } from "./queries.ts";
import * as shapes from "./schemas.ts";
import {
  apply,
  giveFeedback,
  listOwnApplications,
  listRoleApplications,
  moveStatus,
  recordOutcome,
  withdraw,
} from "./service.ts";

const ofEntity = "/entities/:entityId/hiring/applications/:applicationId";
const madeApplication = created(shapes.applicationShape, "/api/v1/hiring/applications/:id");

export const applicationEndpoints = [
  writeEndpoint({
    at: "POST /hiring/roles/:roleId/apply",
    name: "applyToRole",
    ...writes,
    summary: "Apply to a role",
    description:
      "Once per person and role, also after a withdrawal: a duplicate is 409. 409 also for a closed role, 404 for a role that the caller may not see. The application is judged by the rubric of this moment.",
    body: shapes.applyBody,
    refuses: [404, 409],
    answers: madeApplication,
    handle: ({ params: { roleId }, body, caller, deps }) => apply(deps, caller, roleId, body),
  }),

  writeEndpoint({
    at: "POST /hiring/applications",
    name: "createApplication",
    ...writes,
    summary: "Apply to the role that the body names",
    description: "The same as applying under the path of the role; the two count as one.",
    body: shapes.simpleApplyBody,
    refuses: [404, 409],
    answers: madeApplication,
    handle: ({ body, caller, deps }) => apply(deps, caller, body.roleId, body),
  }),

  ...(["", "/mine"] as const).map((path) =>
    readEndpoint({
      at: `GET /hiring/applications${path}`,
      name: path === "" ? "listOwnApplications" : "listMyApplications",
      ...reads,
      summary: "List your applications",
      description: "Newest first. `/applications` and `/applications/mine` answer alike.",
      query: shapes.applicationsQuery,
      answers: list(shapes.applicationShape),
      handle: ({ query, caller, deps }) => listOwnApplications(deps.db, caller.userId, query),
    }),
  ),

  readEndpoint({
    at: "GET /hiring/applications/:applicationId",
    name: "getApplication",
    ...reads,
    summary: "Get one of your applications",
    description: "With its outcome, without the notes and the feedback of recruiters.",
    access: applicant,
    answers: one(shapes.applicationShape),
    handle: ({ subject }) => presentOwn(subject),
  }),

  writeEndpoint({
    at: "POST /hiring/applications/:applicationId/withdraw",
    name: "withdrawApplication",
    ...writes,
    summary: "Withdraw one of your applications",
    description: applicationMoves.text("withdraw"),
    access: applicant,
    refuses: [409],
    answers: one(shapes.applicationShape),
    handle: ({ subject, caller, deps }) => withdraw(deps, subject.id, caller.userId),
  }),

  readEndpoint({
    at: "GET /entities/:entityId/hiring/roles/:roleId/applications",
    name: "listRoleApplications",
    ...reads,
    summary: "List the applications to a role",
    description: "Needs `review_applications`. Newest first, without addresses of applicants.",
    access: reviewer,
    query: shapes.applicationsQuery,
    answers: list(shapes.reviewedShape),
    handle: ({ params: { roleId }, query, caller, deps }) =>
      listRoleApplications(deps.db, { roleId, viewerId: caller.userId }, query),
  }),

  readEndpoint({
    at: `GET ${ofEntity}`,
    name: "getReviewedApplication",
    ...reads,
    summary: "Get an application to an entity's role",
    description: "Needs `review_applications`. With the rubric of the time of the submission.",
    access: recruiter,
    answers: one(shapes.reviewedShape),
    handle: ({ subject, caller }) => presentReviewed(subject, caller.userId),
  }),

  writeEndpoint({
    at: `PUT ${ofEntity}/status`,
    name: "moveApplication",
    ...writes,
    summary: "Change the status of an application",
    description:
      "Needs `review_applications`; nobody moves their own application (403). From submitted to reviewing, from reviewing to evaluated, from evaluated to hired or rejected; every other move is 409 and changes nothing.",
    access: recruiter,
    body: shapes.statusBody,
    refuses: [409],
    answers: one(shapes.reviewedShape),
    handle: ({ subject, body, caller, deps }) =>
      moveStatus(deps, subject.id, caller.userId, body.status),
  }),

  writeEndpoint({
    at: `POST ${ofEntity}/outcome`,
    name: "recordApplicationOutcome",
    ...writes,
    summary: "Record the outcome of an application",
    description:
      "Needs `review_applications`; nobody decides their own application (403). `hired` and `rejected` from evaluated, or again to add date and notes; `withdrawn` from submitted, reviewing or evaluated; otherwise 409. The applicant sees the outcome without the notes.",
    access: recruiter,
    body: shapes.outcomeBody,
    refuses: [409],
    answers: one(shapes.reviewedShape),
    handle: ({ subject: { id }, body, caller, deps }) =>
      recordOutcome(deps, { id, actorId: caller.userId }, body),
  }),

  writeEndpoint({
    at: `POST ${ofEntity}/feedback`,
    name: "giveApplicationFeedback",
    ...writes,
    summary: "Give feedback on an application",
    description:
      "Needs `review_applications`. Scores are for dimensions of the rubric of the time of the submission, on their scale. The applicant never sees feedback.",
    access: recruiter,
    body: shapes.feedbackBody,
    answers: created(
      shapes.feedbackShape,
      "/api/v1/hiring/applications/:applicationId/feedback/:id",
    ),
    handle: ({ subject, body, caller, deps }) => giveFeedback(deps, subject, caller.userId, body),
  }),

  readEndpoint({
    at: "GET /hiring/applications/:applicationId/feedback/:feedbackId",
    name: "getApplicationFeedback",
    ...reads,
    summary: "Get feedback on an application",
    description: "Needs `review_applications`. The applicant never sees feedback.",
    extension: true,
    access: recruiter,
    answers: one(shapes.feedbackShape),
    handle: async ({ subject, params, deps }) =>
      required(
        await feedback.find(deps.db, { applicationId: subject.id, id: params.feedbackId }),
        "Feedback",
      ),
  }),

  readEndpoint({
    at: `GET ${ofEntity}/feedback`,
    name: "listApplicationFeedback",
    ...reads,
    summary: "List the feedback on an application",
    description: "Needs `review_applications`. Newest first.",
    access: recruiter,
    query: shapes.bookmarksQuery,
    answers: list(shapes.feedbackShape),
    handle: ({ subject, query, deps }) =>
      feedback.page(deps.db, { applicationId: subject.id }, query),
  }),
];
