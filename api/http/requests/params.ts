import { z } from "zod";
import { readPeriodKey } from "#schemas/period-key.ts";

const tickerPattern = /^[A-Za-z][A-Za-z0-9./ -]{0,9}$/;

/** The error for a ticker sent as an entity id: it names the endpoints that accept a ticker. */
function notAnId({ input }: { input: unknown }): string | undefined {
  if (typeof input !== "string" || !tickerPattern.test(input)) return undefined;
  const ticker = encodeURIComponent(input);
  return (
    `Invalid UUID: ${input} is no entity id. GET /v2/entities/public/by-ticker/${ticker} gives the entityId of a ` +
    `ticker, GET /v2/entities?search=${ticker} finds companies by name`
  );
}

/** `:id` of an entity, converted to lower case as in rows and notifications. */
export const entityParams = {
  id: z
    .uuid({ error: notAnId })
    .toLowerCase()
    .meta({ description: "Entity id", examples: ["60341305-790b-5069-9516-704f56d33c21"] }),
};

/** A period in any accepted spelling, converted to its key when it is one: 2023FY becomes FY2023. */
export const periodText = (charsMax: number) =>
  z
    .string()
    .min(1)
    .max(charsMax)
    .overwrite((typed) => readPeriodKey(typed) ?? typed);
