import { z } from "zod";
import { changeTypes } from "#schemas/shapes/companies/change.ts";
import { statementTypes } from "#schemas/shapes/companies/statement.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { queryLimit } from "#schemas/shapes/page.ts";

const typeList = z.enum(changeTypes);

/** Kinds of changes in a list with commas. */
const types = z
  .string()
  .max(300)
  .transform((text) => text.split(",").map((one) => one.trim()))
  .pipe(z.array(typeList).min(1))
  .optional()
  .meta({
    description: `Only these kinds, separated by commas, of: ${changeTypes.join(", ")}`,
    examples: ["filing.stored,statement.restated"],
  });

/** A day, or a time with its zone. */
const since = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .optional()
  .meta({
    description:
      "Changes recorded from this day (UTC) or time on. Default: the oldest that is kept",
    examples: ["2026-02-27", "2026-02-27T22:00:00Z"],
  });

export const changesQuery = z.object({
  since,
  cursor: z
    .string()
    .max(100)
    .optional()
    .meta({
      description:
        "`meta.nextCursor` of the answer before; goes on where that ended, and `since` no longer counts",
      examples: ["Y2hhbmdlcyAw"],
    }),
  entityId: idOf("Only changes of this company").optional(),
  types,
  limit: queryLimit(500, 100, "Changes of an answer"),
});

export type ChangesQuery = z.output<typeof changesQuery>;

const companyStored = z.object({ filings: z.int(), statements: z.int() });

const filingChanged = z.object({
  accessionNumber: z.string(),
  form: z.string(),
  filedDate: z.string(),
  reportDate: z.string().nullable(),
  /** Null for what was not filed with the regulator. */
  url: z.string().nullable(),
});

const statementChanged = z.object({
  periodKey: z.string(),
  statementType: z.enum(statementTypes),
  periodStart: z.string(),
  periodEnd: z.string(),
  currency: z.string().nullable(),
  cause: z.enum(["documents", "rules"]),
  newFilings: z.array(z.string()),
  lines: z.array(
    z.object({ line: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});

export const changeShape = z
  .object({
    id: z.uuid(),
    type: typeList,
    recordedAt: z.iso.datetime(),
    entity: z.object({
      entityId: z.uuid(),
      name: z.string(),
      slug: z.string(),
      ticker: z.string().nullable(),
    }),
    company: companyStored.nullable(),
    filing: filingChanged.nullable(),
    statement: statementChanged.nullable(),
  })
  .meta({ id: "Change" });

export type Change = z.infer<typeof changeShape>;

export const changesMeta = z.object({
  nextCursor: z.string(),
  hasMore: z.boolean(),
  /** Null while nothing was recorded. */
  keptSince: z.iso.datetime().nullable(),
});
