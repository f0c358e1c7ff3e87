import { z } from "zod";

/** Rows of one page and how many there are in all. */
export interface Page<T> {
  rows: T[];
  total: number;
  limit: number;
  offset: number;
}

/** A whole number in a query string. Text that is not plain digits is not converted, so validation refuses it. */
const digits = (text: unknown) =>
  typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : text;

/** What the description says of a parameter. */
interface ParameterMeta {
  description: string;
  examples: unknown[];
}

/** A whole number between bounds; undefined when not given. */
export const queryInteger = (min: number, max: number, described: ParameterMeta) =>
  z.preprocess(
    digits,
    z
      .int()
      .min(min)
      .max(max)
      .optional()
      .meta({ ...described }),
  );

/** How many rows of a list: more than `max` counts as `max`, as in all lists (CNV-25); `usual` when not given. */
export const queryLimit = (max: number, usual: number, description: string) =>
  z.preprocess(
    (text) => {
      const value = digits(text);
      return typeof value === "number" ? Math.min(value, max) : value;
    },
    z
      .int()
      .min(1)
      .default(usual)
      .meta({
        description: `${description}; more than ${max} counts as ${max}`,
        examples: [usual],
      }),
  );

/** `true` or `false`, nothing else. */
export const queryBoolean = (described: ParameterMeta) =>
  z.preprocess(
    (text) => (text === "true" ? true : text === "false" ? false : text),
    z
      .boolean()
      .optional()
      .meta({ ...described }),
  );

const limitMax = 100;
/** As many digits as are read. */
const offsetMax = 999_999_999_999_999;

/** Page parameters in a JSON body, where no value is coerced. */
export const pageBody = z.object({
  limit: z
    .int()
    .min(1)
    .default(20)
    .transform((limit) => Math.min(limit, limitMax)),
  offset: z.int().min(0).max(2_147_483_647).default(0),
});

/** Page size over 100 counts as 100 and is echoed as such; 0, negative, fractional or other text is refused. */
const pageQueryOf = (usual: number) =>
  z.object({
    limit: queryLimit(limitMax, usual, "Page size"),
    offset: z.preprocess(
      digits,
      z
        .int()
        .min(0)
        .max(offsetMax)
        .default(0)
        .meta({ description: "Rows to skip", examples: [0] }),
    ),
  });

/** 20 rows, unless the client says otherwise (CNV-23). */
export const pageQuery = pageQueryOf(20);

/** 100 rows: organizations and cycles (CNV-24). */
export const longPageQuery = pageQueryOf(100);

export const pageMeta = z.object({
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  hasMore: z.boolean(),
});

export function toPageMeta(page: Page<unknown>): z.infer<typeof pageMeta> {
  const { total, limit, offset, rows } = page;
  return { total, limit, offset, hasMore: offset + rows.length < total };
}
