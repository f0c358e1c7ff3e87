import { z } from "zod";

const loading = z
  .object({ built: z.int(), of: z.int(), message: z.string() })
  .meta({ id: "FirstBuild" });

export const health = z.object({ status: z.literal("ok") });

export const readiness = z
  .object({
    /** "degraded": answers are served, but someone should look. "loading": companies wait for their first build. */
    status: z.enum(["ready", "loading", "degraded"]),
    database: z.literal("ok"),
    data: z.object({
      companies: z.int(),
      /** How far the first build of companies is; null when none waits for it. */
      loading: loading.nullable(),
      /** Newest time of the source documents; null before the first company. */
      sourcesAt: z.iso.datetime().nullable(),
      /**
       * When the source last answered with a document, or that it is unchanged: of the kind of document for which that
       * is longest ago. Null before the first answer.
       */
      checkedAt: z.iso.datetime().nullable(),
      /** Since `checkedAt`; without any answer since `sourcesAt`. */
      ageSeconds: z.int().nullable(),
      /** Where the stored documents are from. */
      sources: z.array(
        z.object({
          kind: z.string(),
          /** "SEC EDGAR", "the bundled sample of …", "a mirror". */
          from: z.string(),
          companies: z.int(),
          /** The last answer with a document, or that it is unchanged. */
          answeredAt: z.iso.datetime().nullable(),
        }),
      ),
      /** Kinds of members that the source's format did not have before, in documents read in the last 24 hours. */
      unknownMembersLastDay: z.int(),
    }),
    upstream: z.object({
      held: z.array(
        z.object({
          name: z.string(),
          until: z.iso.datetime().nullable(),
          reason: z.string().nullable(),
        }),
      ),
    }),
    jobs: z.object({
      failedLastDay: z.array(
        z.object({ name: z.string(), failed: z.int(), lastAt: z.iso.datetime().nullable() }),
      ),
    }),
  })
  .meta({ id: "Readiness" });

export type Readiness = z.infer<typeof readiness>;
