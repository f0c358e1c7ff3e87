import { z } from "zod";

/** A body whose fields are all optional: an absent or empty one counts as `{}` (CNV-32). */
export const optionalBody = <S extends z.ZodObject>(fields: S) =>
  z.preprocess((body) => body ?? {}, fields);
