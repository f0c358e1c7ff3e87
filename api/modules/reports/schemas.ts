import { z } from "zod";
import { reportStatuses, reportTypes } from "#schemas/shapes/companies/report.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { pageBody, pageQuery } from "#schemas/shapes/page.ts";
import { longTextOrNull, nameText } from "#schemas/shapes/text.ts";

export const params = { id: idOf("Report id") };

const filter = {
  status: z
    .enum(reportStatuses)
    .optional()
    .meta({ description: "Only reports of this status", examples: ["draft"] }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Part of the title", examples: ["annual"] }),
};

export const reportsQuery = pageQuery.extend({
  ...filter,
  report_type: z
    .enum(reportTypes)
    .optional()
    .meta({ description: "Only reports of this type", examples: ["annual_report"] }),
});
export const rpcListBody = pageBody.extend(filter);
export const rpcGetBody = z.object({ id: idOf("Report id") });

const documents = z
  .array(z.string().min(1).max(200))
  .max(20)
  .meta({ description: "Keys of own documents, in order", examples: [["doc_Zm9vYmFyYmF6cXV4"]] });

const changeable = {
  title: nameText(200),
  description: longTextOrNull(5000).optional(),
  report_type: z.enum(reportTypes),
  data: z.record(z.string(), z.unknown()),
  is_public: z.boolean(),
  documents,
};

export const reportBody = z.object({
  ...changeable,
  data: changeable.data.default({}),
  is_public: changeable.is_public.default(false),
  documents: documents.default([]),
  entity_id: idOf("The entity that the report is about; only its managers may name it").nullish(),
});
export type ReportBody = z.output<typeof reportBody>;

export const reportChange = z.object({ ...changeable, status: z.enum(reportStatuses) }).partial();
export type ReportChange = z.output<typeof reportChange>;

const fields = {
  id: z.uuid(),
  title: z.string(),
  report_type: z.enum(reportTypes),
  status: z.enum(reportStatuses),
  is_public: z.boolean(),
  owner_id: z.string(),
  entity_id: z.uuid().nullable(),
  description: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  /** 0 to 100, given by a verifier. */
  verification_score: z.number(),
  documents: z.array(z.string()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

const viewDelivery = z
  .object({
    /** `not_applicable` where a view would not count, `unavailable` where no receipt could be made. */
    status: z.enum(["ready", "not_applicable", "unavailable"]),
    /** Why there is no receipt; null where there is one. `non_external`: by its headers the reader is a program. */
    reason: z
      .enum(["no_account", "self_or_manager", "active_block", "non_external", "unavailable"])
      .nullable(),
    deliveryReceiptId: z.uuid().nullable(),
    expiresAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "ReportViewDelivery" });
export type ViewDelivery = z.infer<typeof viewDelivery>;

export const reportShape = z.object(fields).meta({ id: "Report" });
export type Report = z.infer<typeof reportShape>;
export const deliveredReport = z
  .object({ ...fields, view_delivery: viewDelivery })
  .meta({ id: "DeliveredReport" });

export const rpcReport = z
  .object({
    id: z.uuid(),
    title: z.string(),
    description: z.string().nullable(),
    status: z.enum(reportStatuses),
    verificationScore: z.number(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "RpcReport" });

export const reportDeleted = z.object({ id: z.uuid(), deleted: z.literal(true) });

export const documentQuery = z.object({
  documentKey: z
    .string()
    .max(200)
    .optional()
    .meta({
      description: "Which document of the report; the first one by default",
      examples: ["doc_Zm9v"],
    }),
});
export const reportDocumentShape = z
  .object({
    url: z.string(),
    mediaType: z.string(),
    size: z.int(),
    hash: z.string(),
    view_delivery: viewDelivery,
  })
  .meta({ id: "ReportDocument" });

export const acknowledgement = z.object({ deliveryReceiptId: idOf("Receipt of the delivery") });
export const acknowledged = z
  .object({ outcome: z.enum(["recorded", "replayed", "excluded"]) })
  .meta({ id: "ReportViewAcknowledgement" });

export const reportViews = z
  .object({
    total: z.int(),
    /** Views of people who browse privately, and of accounts that are gone. */
    anonymous: z.int(),
    /** The last 90 days that have views. */
    byDay: z.array(z.object({ date: z.iso.date(), views: z.int() })),
    /** The hundred who looked last. */
    viewers: z.array(
      z.object({
        userId: z.uuid(),
        name: z.string().nullable(),
        views: z.int(),
        lastViewedAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: "ReportViews" });
