import { z } from "zod";
import { ExtractRefusal } from "../../clients/extracts.ts";
import { badRequest, notFound } from "../../http/errors.ts";
import { said, tool } from "./tool.ts";

const bounds = { secondsMax: 20, rowsMax: 500, bytesMax: 200_000 };

export const queryExtractTool = tool({
  name: "query_sql",
  title: "Ask all figures in SQL",
  description:
    "One read-only question in DuckDB's SQL over all companies: tables companies, filings, facts, statements, quarters, ttm, " +
    "metrics, closes, segments, filed_lines, splits, restatements; views statements_wide, quarters_wide, ttm_wide, ratios; " +
    "macros screener, growth, annual, margins, as_of. `from dictionary where table_name = 'ttm'` says what columns mean. " +
    `At most ${bounds.rowsMax} rows and ${bounds.secondsMax} seconds: add a limit, and name fiscal_year where you can.`,
  input: z.object({
    sql: z
      .string()
      .min(1)
      .max(4000)
      .describe("Such as: select name, revenue from screener(1e9, 0.1) limit 20"),
  }),
  output: said({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) }),
  run: async ({ deps }, { sql }) => {
    try {
      const answer = await deps.extracts.ask(sql, bounds);
      if (answer === null) throw notFound("An extract: the operator of this service writes none");
      return { columns: answer.columns, rows: answer.rows.map((row) => row.map(plain)) };
    } catch (error) {
      if (error instanceof ExtractRefusal) throw badRequest(inSentence(error.message));
      throw error;
    }
  },
});

/** Values as JSON has them. */
const plain = (value: unknown) => (typeof value === "bigint" ? String(value) : value);

const inSentence = (text: string) => `The question is not answered: ${text}`;
