import { z } from "zod";
import type { View } from "#ingest/company-input.ts";
import { badRequest } from "../http/errors.ts";

const extension = { "x-extension": true };

/**
 * Query parameters of endpoints that can answer as of a day or as first reported; an extension of the specification.
 */
export const viewQuery = z.object({
  asOf: z.iso
    .date()
    .optional()
    .meta({
      ...extension,
      description:
        "Uses only filings up to the end of this day. The day must not be in the future. Excludes " +
        "view=original",
      examples: ["2018-12-31"],
    }),
  view: z
    .enum(["latest", "original"])
    .optional()
    .meta({
      ...extension,
      description:
        "Values as the newest filing states them (default), or as each was first reported",
      examples: ["original"],
    }),
});

/** Query parameters of endpoints that can add split-adjusted per-share series; an extension of the specification. */
export const perShareQuery = {
  perShare: z
    .enum(["filed", "adjusted"])
    .optional()
    .meta({
      ...extension,
      description:
        "Adjusted adds per-share figures and share counts restated for all splits known in the view, " +
        "with the factor, beside the filed ones; default: only as filed",
      examples: ["adjusted"],
    }),
};

/** As `viewQuery`, for endpoints that can also answer with an earlier version of the registry. */
export const versionedViewQuery = viewQuery.extend({
  registryVersion: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .meta({
      ...extension,
      description:
        "Applies the mappings of this released version of the registry; default: the current version",
      examples: ["1.0.0"],
    }),
});

/** Members of `meta` in a computed view; absent when the stored answer is served. */
export const viewMetaShape = z.object({
  asOf: z.iso.date().optional(),
  view: z.enum(["latest", "original"]).optional(),
  /** Set when another version of the registry was requested. */
  registryVersion: z.string().optional(),
  /** Set when adjusted figures were requested. */
  perShare: z.literal("adjusted").optional(),
});

/** The member of `meta` that marks adjusted figures. */
export const adjustedMeta = { perShare: "adjusted" } as const;

export type ViewQuery = z.output<typeof viewQuery>;

/**
 * The view that a query asks for. Throws 400 BAD_REQUEST for a future day (in UTC), and for a day together with
 * `view=original`, because what was first reported does not depend on the day.
 */
export function viewOf({ asOf, view }: ViewQuery, now: Date): View {
  if (asOf === undefined) return { kind: view === "original" ? "asFirstReported" : "latest" };
  if (view === "original") {
    throw badRequest("asOf and view=original exclude each other");
  }
  if (asOf > now.toISOString().slice(0, 10)) throw badRequest("asOf must not be in the future");
  return { kind: "asOf", date: asOf };
}

/** Throws 400 BAD_REQUEST for a registry version that was never released. The message lists the released ones. */
export function checkVersion(released: readonly string[], wanted: string | undefined): void {
  if (wanted === undefined || released.includes(wanted)) return;
  throw badRequest(
    `There is no registryVersion ${wanted}; released versions: ${released.join(", ")}`,
  );
}

/** The members of `meta` that name the view, and the registry version if one was requested. */
export function viewMeta(view: View, registryVersion: string | null = null) {
  const version = registryVersion === null ? {} : { registryVersion };
  if (view.kind === "asOf") return { asOf: view.date, view: "latest" as const, ...version };
  const name = view.kind === "latest" ? ("latest" as const) : ("original" as const);
  return { view: name, ...version };
}
