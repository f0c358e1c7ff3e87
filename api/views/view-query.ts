import { z } from "zod";
import type { View } from "#ingest/company-input.ts";
import { badRequest } from "../http/errors.ts";

const extension = { "x-extension": true };

/** Query of reads that can answer as of a day or as first reported: additive to the specification. */
export const viewQuery = z.object({
  asOf: z.iso
    .date()
    .optional()
    .meta({
      ...extension,
      description:
        "Extension: as the filings stood at the end of this day. Not a day to come, and not together with " +
        "view=original",
      examples: ["2018-12-31"],
    }),
  view: z
    .enum(["latest", "original"])
    .optional()
    .meta({
      ...extension,
      description:
        "Extension: values as the newest filing states them (default), or as each was first reported",
      examples: ["original"],
    }),
});

/** Query of reads that can give per-share series on one basis of shares: additive to the specification. */
export const perShareQuery = {
  perShare: z
    .enum(["filed", "adjusted"])
    .optional()
    .meta({
      ...extension,
      description:
        "Extension: adjusted also gives per-share figures and share counts as if all splits known in the view had " +
        "come before, beside the filed ones and with the factor; default: as filed",
      examples: ["adjusted"],
    }),
};

/** As `viewQuery`, of reads that can also answer under an earlier version of the registry. */
export const versionedViewQuery = viewQuery.extend({
  registryVersion: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .meta({
      ...extension,
      description:
        "Extension: under this released version of the registry, as its mappings were; default: as stored",
      examples: ["1.0.0"],
    }),
});

/** What `meta` says of a computed view; absent where the stored answer was given. */
export const viewMetaShape = z.object({
  asOf: z.iso.date().optional(),
  view: z.enum(["latest", "original"]).optional(),
  /** Where another version of the registry was asked for. */
  registryVersion: z.string().optional(),
  /** Where adjusted figures were asked for. */
  perShare: z.literal("adjusted").optional(),
});

/** How an answer says that it carries adjusted figures. */
export const adjustedMeta = { perShare: "adjusted" } as const;

export type ViewQuery = z.output<typeof viewQuery>;

/**
 * The view that a query asks for. Throws 400 BAD_REQUEST for a day to come (in UTC), and for a day
 * together with first reports: what was first reported does not depend on the day.
 */
export function viewOf({ asOf, view }: ViewQuery, now: Date): View {
  if (asOf === undefined) return { kind: view === "original" ? "asFirstReported" : "latest" };
  if (view === "original") {
    throw badRequest("asOf and view=original exclude each other");
  }
  if (asOf > now.toISOString().slice(0, 10)) throw badRequest("asOf must not be a day to come");
  return { kind: "asOf", date: asOf };
}

/** Throws 400 BAD_REQUEST for a version of the registry that was never released, naming those that were. */
export function checkVersion(released: readonly string[], wanted: string | undefined): void {
  if (wanted === undefined || released.includes(wanted)) return;
  throw badRequest(
    `There is no registryVersion ${wanted}; released versions: ${released.join(", ")}`,
  );
}

/** How an answer names the view it was computed in, and the version of the registry where one was asked for. */
export function viewMeta(view: View, registryVersion: string | null = null) {
  const version = registryVersion === null ? {} : { registryVersion };
  if (view.kind === "asOf") return { asOf: view.date, view: "latest" as const, ...version };
  const name = view.kind === "latest" ? ("latest" as const) : ("original" as const);
  return { view: name, ...version };
}
