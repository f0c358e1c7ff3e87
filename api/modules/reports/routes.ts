import { holder, optionalViewer, user, via, viewer } from "../../auth/access.ts";
import { required } from "../../data/rows.ts";
import { created, download, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { rpc, v2 } from "../../http/responses/families.ts";
import { downloadOf, refuseUnscanned } from "../documents/service.ts";
import { reportMoves } from "./moves.ts";
import { deleteReport, findReportDocument } from "./queries.ts";
import { findVisible, reportReader } from "./rows.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import {
  changeReport,
  checkSubject,
  createReport,
  getReport,
  listOwnReports,
  present,
  presentRpc,
} from "./service.ts";
import { acknowledge, countViews, deliver } from "./views.ts";

const { endpoint } = moduleOf({ tag: "Reports", family: v2, access: user, params });
const theReport = via(reportReader, "id");
const [read, write] = ["reports:read", "reports:write"] as const;

export const reports = [
  endpoint({
    at: "GET /reports",
    name: "listReports",
    summary: "List your reports, newest first",
    description: "Filters by status, type and a part of the title.",
    scope: read,
    query: shapes.reportsQuery,
    answers: list(shapes.reportShape),
    handle: async ({ query, caller, deps }) => {
      const page = await listOwnReports(deps.db, caller.userId, query);
      return { ...page, rows: page.rows.map(present) };
    },
  }),

  endpoint({
    at: "POST /reports",
    name: "createReport",
    summary: "Create a report as a draft",
    description:
      "It may carry own documents, and may be about an entity that the caller manages. Only its owner and that team see it until it is public.",
    scope: write,
    body: shapes.reportBody,
    answers: created(shapes.reportShape, "/v2/reports/:id"),
    refuses: [403, 404],
    handle: ({ body, caller, deps }) => createReport(deps, caller, body),
    readmit: ({ body, caller, deps }) => checkSubject(deps.db, body, caller),
  }),

  endpoint({
    at: "GET /reports/:id",
    name: "getReport",
    summary: "Get a report",
    description:
      "With `view_delivery`: where it is `ready`, acknowledge its receipt once the content is shown. The report is served also where no receipt can be made; `reason` says why. A public report needs no account.",
    scope: read,
    access: optionalViewer(theReport),
    answers: one(shapes.deliveredReport),
    handle: async ({ subject, caller, from, deps }) => ({
      ...(await getReport(deps.db, subject)),
      view_delivery: await deliver(deps, subject, "report", { caller, headers: from.headers }),
    }),
  }),

  endpoint({
    at: "PATCH /reports/:id",
    name: "changeReport",
    summary: "Update a report or its status",
    description: `Title, description, type, data and documents change only in a draft: what was verified stays as it was judged. \`is_public\` changes until the report is archived. ${reportMoves.text("submit")} ${reportMoves.text("withdraw")} ${reportMoves.text("archive")} Other states are set by a verifier (403).`,
    scope: write,
    access: holder(theReport),
    body: shapes.reportChange,
    answers: one(shapes.reportShape),
    refuses: [409],
    handle: ({ subject, body, caller, deps }) => changeReport(deps, subject, caller.userId, body),
  }),

  endpoint({
    at: "DELETE /reports/:id",
    name: "deleteReport",
    summary: "Delete a report permanently",
    description: "Its views go with it. Its documents stay with their owner.",
    scope: write,
    access: holder(theReport),
    answers: one(shapes.reportDeleted),
    handle: async ({ params, deps }) => {
      await deleteReport(deps.db, params.id);
      return { id: params.id, deleted: true as const };
    },
  }),

  endpoint({
    at: "POST /reports/:id/views",
    name: "acknowledgeReportView",
    summary: "Record a view of a delivered report",
    description:
      "Counts one view. A repeat answers `replayed` and counts nothing. `excluded`: views of managers, of blocked people and of programs do not count. A receipt that is unknown, has ended or is of another report is 404. What may read a report may acknowledge its receipt.",
    scope: read,
    access: viewer(theReport),
    body: shapes.acknowledgement,
    answers: one(shapes.acknowledged),
    handle: ({ subject, body, caller, from, deps }) =>
      acknowledge(deps, subject, body.deliveryReceiptId, { caller, headers: from.headers }),
  }),

  endpoint({
    at: "GET /reports/:id/views",
    name: "getReportViews",
    summary: "Get the views of a report",
    description:
      "For its owner and the managers of its entity. People who browse privately are counted without name.",
    scope: read,
    access: holder(theReport),
    extension: true,
    answers: one(shapes.reportViews),
    handle: ({ params, deps }) => countViews(deps.db, params.id),
  }),

  endpoint({
    at: "GET /reports/:id/document",
    name: "getReportDocument",
    summary: "Get the metadata of a report's document",
    description:
      "With a receipt of its own, to be acknowledged once the document is shown. 404 for a report without documents.",
    scope: read,
    access: optionalViewer(theReport),
    extension: true,
    query: shapes.documentQuery,
    answers: one(shapes.reportDocumentShape),
    handle: async ({ subject, query, caller, from, deps }) => {
      const row = required(
        await findReportDocument(deps.db, subject.id, query.documentKey),
        "Document",
      );
      return {
        url: `${deps.publicUrl}/v2/reports/${subject.id}/document/content?documentKey=${row.key}`,
        mediaType: row.mediaType,
        size: row.sizeBytes,
        hash: `sha256:${row.digest}`,
        view_delivery: await deliver(deps, subject, "document", { caller, headers: from.headers }),
      };
    },
  }),

  endpoint({
    at: "GET /reports/:id/document/content",
    name: "downloadReportDocument",
    summary: "Download a report's document",
    description:
      "For all who may read the report. Sent as an attachment that no browser renders; `Range` asks for a part.",
    scope: read,
    access: optionalViewer(theReport),
    extension: true,
    query: shapes.documentQuery,
    answers: download,
    refuses: [409],
    handle: async ({ subject, query, caller, deps }) => {
      const found = await findReportDocument(deps.db, subject.id, query.documentKey);
      const row = required(found, "Document");
      if (row.userId !== caller?.userId) refuseUnscanned(row);
      return downloadOf(deps.files, row);
    },
  }),

  endpoint({
    at: "POST /reports.list",
    name: "rpcListReports",
    summary: "List your reports, newest first",
    description:
      "The same records as GET /v2/reports in the shape of this family. `{}` lists the first 20.",
    family: rpc,
    scope: read,
    body: shapes.rpcListBody,
    answers: list(shapes.rpcReport),
    handle: async ({ body, caller, deps }) => {
      const page = await listOwnReports(deps.db, caller.userId, body);
      return { ...page, rows: page.rows.map(presentRpc) };
    },
  }),

  endpoint({
    at: "POST /reports.get",
    name: "rpcGetReport",
    summary: "Get a report",
    description: "An unknown report and a private one of another account are 404.",
    family: rpc,
    scope: read,
    body: shapes.rpcGetBody,
    answers: one(shapes.rpcReport),
    refuses: [404],
    handle: async ({ body, caller, deps }) =>
      presentRpc(await findVisible(deps.db, body.id, caller)),
    readmit: ({ body, caller, deps }) => findVisible(deps.db, body.id, caller),
  }),
];
