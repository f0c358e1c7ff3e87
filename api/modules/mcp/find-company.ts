import { z } from "zod";
import { searchEntities } from "../entity-search/service.ts";
import { said, tool } from "./tool.ts";

export const findCompany = tool({
  name: "find_company",
  title: "Find a company",
  description:
    "Finds companies by name, former name, ticker or CIK; small spelling mistakes are forgiven. Best match first.",
  input: z.object({
    query: z.string().trim().min(1).max(200).describe("Name, ticker or CIK"),
    limit: z.int().min(1).max(20).default(5).describe("At most this many"),
  }),
  output: said({
    companies: z.array(
      said({ entityId: z.string(), name: z.string(), ticker: z.string().nullable() }),
    ),
    total: z.int(),
  }),
  run: async ({ deps }, { query, limit }) => {
    const page = await searchEntities(deps.db, { search: query, limit, offset: 0 });
    const companies = page.rows.map(({ id, name, ticker, exchange, cik, matchedBy }) => ({
      entityId: id,
      name,
      ticker,
      exchange,
      cik,
      matchedBy,
    }));
    return { companies, total: page.total };
  },
});
