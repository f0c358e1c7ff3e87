import { anyone, viewer } from "#api/auth/access.ts";
import { page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { queryText } from "#api/pages/query.ts";
import * as hiring from "../../hiring/service.ts";
import {
  type PageRequest,
  type Reader,
  showToAnyMember,
  showToMember,
  submitAsMember,
} from "../show-to-member.ts";
import { aboutWithdrawal, applicationsMarkup, applicationsPath } from "./applications-page.ts";
import { aboutApply, parseApplication } from "./apply-form.ts";
import { aboutReview, actOnApplication } from "./review-form.ts";
import { reviewsMarkup, reviewsPath } from "./review-page.ts";
import { roleMarkup } from "./role-page.ts";
import { showRoles } from "./roles-page.ts";
import * as shapes from "./schemas.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  params: hiring.hiringParams,
});

const answers = page({ redirects: true });

type RoleRow = Parameters<typeof hiring.presentRole>[1];

/** The page of a role with the reader's own application, or the form to apply with what was typed. */
const rolePage = ({ params, deps: { db } }: PageRequest, typed: shapes.ApplyFields | null) => ({
  path: `/roles/${params.roleId}`,
  access: viewer(hiring.seenRole),
  markup: async (row: RoleRow, reader: Reader) => {
    const { userId } = reader.caller;
    const [{ data }, application, { rows: items }, toReview] = await Promise.all([
      hiring.presentRole(db, row),
      hiring.findOwnApplication(db, { applicantId: userId, roleId: row.id }),
      hiring.listOwnItems(db, userId, { limit: hiring.itemsMax, offset: 0 }),
      hiring.countForReviewer(db, row, reader.caller),
    ]);
    return roleMarkup(data, { reader, application, items, typed, toReview });
  },
});

/** The page of a role's applications, or of one of them after its form, with what was typed. */
const reviewsPage = (
  { params: { roleId = "" }, deps }: PageRequest,
  fields: shapes.ReviewsAsked,
  typed: shapes.ReviewFields | null = null,
) => ({
  path: `${reviewsPath(roleId)}${queryText(fields)}`,
  markup: (role: Pick<RoleRow, "id" | "entityId" | "title">, reader: Reader) =>
    reviewsMarkup(deps, { role, fields, typed }, reader),
});

export const rolePages = [
  endpoint({
    at: "GET /roles",
    name: "showRoles",
    summary: "Roles page: find open roles",
    description:
      "An HTML page: published public roles, found by words, place, work and company, 20 on a page. An invalid filter shows a sentence beside the form, with 400.",
    query: shapes.rolesAsked,
    answers: page(),
    handle: ({ query, from, deps }) => showRoles({ deps, from }, query),
  }),

  endpoint({
    at: "GET /roles/:roleId",
    name: "showRole",
    summary: "Role page: read and apply",
    description:
      "An HTML page, with the form to apply. Visitors who are not signed in are redirected to sign in, then back. Drafts and private roles exist only for the team of the entity.",
    refuses: [401],
    answers,
    handle: (given) => showToMember(given, rolePage(given, null)),
  }),

  endpoint({
    at: "POST /roles/:roleId",
    name: "submitApplication",
    summary: "Apply to a role with the form",
    description:
      "Submits the form of the page: the same as applying by the API. Redirects to the page, which shows the application. A refused request shows the page with the reason and what was typed.",
    forms: true,
    body: shapes.applyFields,
    status: 302,
    refuses: [401, 403, 409],
    answers,
    handle: (given) =>
      submitAsMember(given, rolePage(given, given.body), {
        fields: given.body,
        about: ({ id }) => aboutApply(id),
        act: ({ id }, caller) => hiring.apply(given.deps, caller, id, parseApplication(given.body)),
      }),
  }),

  endpoint({
    at: "GET /roles/:roleId/applications",
    name: "showRoleApplications",
    summary: "Applications page: decide on applicants",
    description:
      "An HTML page: the applications to a role, newest first, 20 on a page, with forms to move each and to record its outcome. Needs `review_applications`. Visitors who are not signed in are redirected to sign in, then back.",
    query: shapes.reviewsAsked,
    refuses: [401, 403],
    answers,
    handle: ({ query, ...given }) =>
      showToMember(given, { ...reviewsPage(given, query), access: hiring.reviewer }),
  }),

  endpoint({
    at: "POST /roles/:roleId/applications",
    name: "submitReview",
    summary: "Decide on an application with the form",
    description:
      "Submits the forms of the page: the same as moving an application and recording its outcome by the API. Redirects to the list, which says the state. A refused request shows the page with the reason.",
    forms: true,
    query: shapes.reviewsAsked,
    body: shapes.reviewFields,
    status: 302,
    refuses: [401, 403, 409],
    answers,
    handle: ({ query: { changed: _changed, ...query }, body, ...given }) => {
      const { path, markup } = reviewsPage(given, query, body);
      return submitAsMember(
        { ...given, params: { ...given.params, applicationId: body.id } },
        {
          path,
          access: hiring.recruiter,
          markup: ({ entityId, role }, reader) => markup({ ...role, entityId }, reader),
        },
        {
          fields: body,
          about: () => aboutReview(body),
          act: (_row, { userId }) => actOnApplication(given.deps, userId, body),
          afterwards: `${reviewsPath(given.params.roleId)}${queryText({ ...query, changed: body.id })}`,
        },
      );
    },
  }),

  endpoint({
    at: "GET /applications",
    name: "showOwnApplications",
    summary: "Job applications page",
    description:
      "An HTML page: the roles that the person has applied to, with the state of each application and a way to withdraw it. Visitors who are not signed in are redirected to sign in, then back.",
    query: shapes.applicationsAsked,
    refuses: [401],
    answers,
    handle: (given) =>
      showToAnyMember(given, `${applicationsPath}${queryText(given.query)}`, (reader) =>
        applicationsMarkup(given.deps, given.query, reader),
      ),
  }),

  endpoint({
    at: "POST /applications",
    name: "submitWithdrawalOfApplication",
    summary: "Withdraw an application with the form",
    description:
      "Submits the form of the page. Repeating the request changes nothing. An application that has ended otherwise shows the page with the sentence and 409.",
    forms: true,
    body: shapes.withdrawFields,
    status: 302,
    refuses: [401, 403, 404, 409],
    answers,
    handle: ({ body, deps, ...given }) =>
      submitAsMember(
        { ...given, deps, params: { applicationId: body.id } },
        {
          path: applicationsPath,
          access: hiring.applicant,
          markup: (_row, reader) => applicationsMarkup(deps, {}, reader),
        },
        {
          fields: body,
          about: ({ id }) => aboutWithdrawal(id),
          act: ({ id }, { userId }) => hiring.withdraw(deps, id, userId),
        },
      ),
  }),
];
