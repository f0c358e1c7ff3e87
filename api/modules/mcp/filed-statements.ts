import { z } from "zod";
import { mainStatementKinds } from "#schemas/shapes/companies/filed-report.ts";
import type {
  ShownLine,
  StatementHistory,
  StatementsAsFiled,
} from "#schemas/shapes/companies/statement-as-filed.ts";
import { notFound } from "../../http/errors.ts";
import {
  accessionNumber,
  dataIn,
  getStatementHistory,
  getStatementsAsFiled,
  listCompanyFilings,
} from "../filed-statements/service.ts";
import { asOfText, companyText, entityIdOf, said, type ToolContext, tool } from "./tool.ts";

const input = z.object({
  company: companyText,
  statement: z.enum(mainStatementKinds).describe("Kind of statement").default("income"),
  filing: z
    .string()
    .max(20)
    .optional()
    .describe("Accession number; the newest filing with statements when absent"),
  period: z
    .enum(["annual", "quarterly"])
    .optional()
    .describe("Several periods side by side, of annual or interim reports, instead of one filing"),
  periods: z.int().min(1).max(12).default(4).describe("How many of these, newest first"),
  asOf: asOfText,
});

type Query = z.output<typeof input>;

export const getFiledStatement = tool({
  name: "get_filed_statement",
  title: "Read a statement as printed",
  description:
    "Every line of a statement as the filing prints it, with its label, the filer's own elements and lines by product or " +
    "segment too. Use it for what get_statement does not have. feeds names the standardized lines of a printed line.",
  input,
  output: said({
    entityId: z.string(),
    /** Of one filing. */
    statements: z.array(said({ title: z.string(), lines: z.array(said({})) })).optional(),
    /** Over several. */
    columns: z.array(said({ end: z.string() })).optional(),
    lines: z.array(said({})).optional(),
  }),
  run: async (context, query) => {
    const entityId = await entityIdOf(context, query.company);
    return query.period === undefined
      ? ofOneFiling(context, entityId, query)
      : overPeriods(context, entityId, query, query.period);
  },
});

async function ofOneFiling({ deps, viewer }: ToolContext, entityId: string, query: Query) {
  const { statement: kind, asOf, filing } = query;
  const newest = async () => {
    const filter = { state: "stored", limit: 1, offset: 0 } as const;
    const { rows } = await listCompanyFilings(deps, { entityId, asOf, viewer }, filter);
    return rows[0]?.accessionNumber;
  };
  const accession = filing === undefined ? await newest() : accessionNumber(filing);
  if (accession === undefined) throw notFound("A filing with statements as printed");
  const of = { entityId, viewer, asOf, accession, kind };
  const { form, periodEnd, filedDate, currency, filingIndexUrl, statements } =
    dataIn<StatementsAsFiled>(await getStatementsAsFiled(deps, of));
  return {
    entityId,
    accession,
    form,
    periodEnd,
    filedDate,
    currency,
    filingIndexUrl,
    statements: statements.map(({ title, isParenthetical, lines }) => {
      return { title, isParenthetical, lines: lines.map(lineOf) };
    }),
  };
}

function lineOf({ label, element, isTotal, dimensions, values, feeds }: ShownLine) {
  return {
    label,
    element,
    ...(isTotal === true && { isTotal }),
    ...(dimensions.length > 0 && { of: dimensions.map(({ memberLabel }) => memberLabel) }),
    ...(feeds.length > 0 && { feeds: feeds.map(({ concept }) => concept) }),
    values: Object.fromEntries(
      values.map(({ start, end, printed }) => [start === null ? end : `${start}/${end}`, printed]),
    ),
  };
}

async function overPeriods(
  { deps, viewer }: ToolContext,
  entityId: string,
  { statement: kind, periods: limit, asOf }: Query,
  period: "annual" | "quarterly",
) {
  const answer = await getStatementHistory(deps, { entityId, viewer, asOf, kind, period, limit });
  const { columns, rows } = dataIn<StatementHistory>(answer);
  return {
    entityId,
    columns: columns.map(({ start, end, currency, accessionNumber: accession }) => {
      return { start, end, currency, accession };
    }),
    lines: rows.map(({ label, element, dimensions, values, feeds }) => ({
      label,
      element,
      ...(dimensions.length > 0 && { of: dimensions.map(({ memberLabel }) => memberLabel) }),
      ...(feeds.length > 0 && { feeds: feeds.map(({ concept }) => concept) }),
      values,
    })),
  };
}
