import { z } from "zod";
import { pageQuery } from "#schemas/shapes/page.ts";

const mediaType = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/, {
    error: 'Must be a media type such as "application/pdf"',
  })
  .meta({ description: "Media type without parameters", examples: ["application/pdf"] });

const filename = z
  .string()
  .min(1)
  .max(10_000)
  .meta({
    description: "Name of the file; made safe and cut to 200 characters",
    examples: ["annual-report.pdf"],
  });

/** The JSON form of an upload; bytes sent as they are become this, with name and type in the query. */
export const uploadBody = z.object({
  filename: filename.optional(),
  content: z.string().min(1).meta({ description: "The bytes as Base64 text, without white space" }),
  mimetype: mediaType.optional(),
});

export const uploadQuery = z.object({
  filename: filename.optional(),
  mimetype: mediaType.optional(),
});

const documentKey = z
  .string()
  .min(1)
  .max(200)
  .meta({
    description: "Key of the document, from its upload",
    examples: ["doc_Zm9vYmFyYmF6cXV4"],
  });

export const keyQuery = z.object({ documentKey });
export const params = { documentKey };
export const documentsQuery = pageQuery;

export const signatureQuery = z.object({
  expires: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional()
    .meta({
      description: "When the signed address ends, in seconds since 1970",
      examples: ["1795000000"],
    }),
  signature: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Signature of a signed address", examples: ["7Yh1c"] }),
});

const fields = {
  documentKey: z.string(),
  /** Opens the bytes for five minutes without a credential, and for its owner at any time. */
  documentUrl: z.string(),
  /** "sha256:" and the digest of the bytes in hexadecimal. */
  hash: z.string(),
  name: z.string(),
  type: z.string(),
  /** In bytes. */
  size: z.int(),
  uploadedAt: z.iso.datetime(),
  /** Only where documents are scanned: others load it when it is clean. */
  scan: z.enum(["pending", "clean", "refused"]).optional(),
};

export const uploadedDocument = z.object(fields).meta({ id: "UploadedDocument" });
export const documentMetadata = z
  .object({ ...fields, ownerId: z.uuid(), contentType: z.string() })
  .meta({ id: "DocumentMetadata" });
export const documentDeleted = z.object({ documentKey: z.string(), deleted: z.literal(true) });

export type UploadedDocument = z.infer<typeof uploadedDocument>;
export type DocumentMetadata = z.infer<typeof documentMetadata>;
