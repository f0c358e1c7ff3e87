import { nearConcepts } from "#registry/current/concept-names.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import { didYouMean } from "#schemas/nearest.ts";
import type { FiledStatementKind } from "#schemas/shapes/companies/filed-report.ts";
import type { BreakdownKind } from "#schemas/shapes/companies/segments.ts";
import type {
  ListedFiling,
  StatementHistory,
  StatementsAsFiled,
} from "#schemas/shapes/companies/statement-as-filed.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { badRequest, notFound } from "../../http/errors.ts";
import type { Question } from "../../views/questions.ts";
import { viewOf } from "../../views/view-query.ts";
import type { SharedBytes } from "../../views/views.ts";
import { type FilingFilter, findFiling, findRegistrant, listFilings } from "./queries.ts";
import type { Breakdowns, Segments } from "./segment-shapes.ts";

export { accessionNumber } from "./schemas.ts";
export type { Breakdowns, Segments } from "./segment-shapes.ts";

type FiledDeps = Pick<Deps, "db" | "views" | "now">;

interface Of {
  entityId: string;
  /** Only filings up to this day. */
  asOf?: string | undefined;
  viewer: Caller | null;
}

/** The periodic reports of a company, newest first, each with the state of its statements as printed. Throws 404. */
export async function listCompanyFilings(
  { db, now }: FiledDeps,
  { entityId, asOf, viewer }: Of,
  filter: Omit<FilingFilter, "until">,
): Promise<Page<ListedFiling>> {
  const view = viewOf({ asOf, view: undefined }, now());
  const cik = await registrantOf(db, entityId, viewer);
  if (cik === null) return { rows: [], total: 0, limit: filter.limit, offset: filter.offset };
  const until = view.kind === "asOf" ? view.date : null;
  const { rows, ...page } = await listFilings(db, cik, { ...filter, until });
  return {
    ...page,
    rows: rows.map(({ outline, ...row }) => ({
      ...row,
      statements: (outline ?? []).map(({ role: _, ...shown }) => shown),
      filingIndexUrl: filingIndexUrl({ cik, accession: row.accessionNumber }),
    })),
  };
}

async function registrantOf(
  db: Deps["db"],
  entityId: string,
  viewer: Caller | null,
): Promise<string | null> {
  const found = await findRegistrant(db, entityId, viewer);
  if (found === null) throw notFound("Company");
  return found.cik;
}

/**
 * The statements of one filing as printed. Throws 404 for an unknown company or filing, for a filing after `asOf`, and
 * for one whose statements are not at hand, with the reason.
 */
export async function getStatementsAsFiled(
  deps: FiledDeps,
  of: Of & { accession: string; kind: FiledStatementKind | null },
): Promise<SharedBytes> {
  const { entityId, asOf, viewer, accession, kind } = of;
  const cik = await registrantOf(deps.db, entityId, viewer);
  const filing = cik === null ? null : await findFiling(deps.db, cik, accession);
  if (filing === null || isAfter(filing.filedDate, asOf)) {
    const isUndated = filing !== null && filing.filedDate === null;
    throw notFound(`Filing ${accession}`, isUndated ? undated : "");
  }
  if (filing.state !== "stored") {
    throw notFound(`The statements of ${accession}`, `; ${whyAbsent(filing)}`);
  }
  const answer = await answerOf(deps, of, { kind: "filedStatements", accession, statement: kind });
  if (answer !== null) return answer;
  const kinds = [...new Set((filing.outline ?? []).map((one) => one.kind))];
  throw notFound(`A statement of kind ${kind} in ${accession}`, `; it has ${kinds.join(", ")}`);
}

/** A filing without a known day was not known on any. */
const isAfter = (filed: string | null, asOf: string | undefined) =>
  asOf !== undefined && (filed === null || filed > asOf);

const undated =
  "; the day on which it was filed is not known, so it is known on no day: ingest it with --filed";

function whyAbsent({ state, reason }: { state: string; reason: string | null }): string {
  if (state === "unreadable") return `unreadable: ${reason}`;
  if (state === "no_xbrl") return "no_xbrl: the filing has no figures in XBRL";
  return "not_fetched: nothing that shows them was fetched yet";
}

/** One statement over many periods as the filings printed it. Throws 404 without a filing that has one. */
export async function getStatementHistory(
  deps: FiledDeps,
  of: Of & { kind: FiledStatementKind; period: "annual" | "quarterly"; limit?: number | undefined },
): Promise<SharedBytes> {
  const { kind, period, limit = columnsUsual } = of;
  if (kind === "other") {
    throw badRequest(
      "Notes and schedules are those of one filing: /filings/{accession}/statements/other",
    );
  }
  await registrantOf(deps.db, of.entityId, of.viewer);
  const question = { kind: "statementHistory", statement: kind, period, limit } as const;
  const answer = await answerOf(deps, of, question);
  if (answer !== null) return answer;
  throw notFound(
    `A statement of kind ${kind} of ${period} reports`,
    "; GET /v2/entities/{id}/filings lists the filings whose statements are stored",
  );
}

const columnsUsual = 8;

/**
 * A metric by the members of an axis, with how the members add up. Empty with a reason where no filing at hand has it.
 * Throws 404 for an unknown company or metric.
 */
export async function getSegments(
  deps: FiledDeps & Pick<Deps, "registry">,
  of: ViewedBy & { by: BreakdownKind; metric: string },
): Promise<SharedBytes> {
  const { by, metric } = of;
  await registrantOf(deps.db, of.entityId, of.viewer);
  const answer = await answerOf(deps, of, { kind: "segments", by, metric });
  if (answer !== null) return answer;
  throw notFound(`Metric "${metric}"`, didYouMean(nearConcepts(deps.registry, metric)));
}

/** What the filings at hand break down, and by what. Throws 404 for an unknown company. */
export async function getBreakdowns(deps: FiledDeps, of: ViewedBy): Promise<SharedBytes> {
  await registrantOf(deps.db, of.entityId, of.viewer);
  const answer = await answerOf(deps, of, { kind: "breakdowns" });
  if (answer !== null) return answer;
  throw notFound("Figures of the company");
}

/** How the figures of a company stand on its printed statements. Throws 404 for an unknown company, and for one without figures. */
export async function getStatementQuality(deps: FiledDeps, of: ViewedBy): Promise<SharedBytes> {
  await registrantOf(deps.db, of.entityId, of.viewer);
  const answer = await answerOf(deps, of, { kind: "statementQuality" });
  if (answer !== null) return answer;
  throw notFound("Figures of the company");
}

interface ViewedBy extends Of {
  view?: "latest" | "original" | undefined;
}

/** Null where there is nothing to answer with. */
async function answerOf(
  { views, now }: FiledDeps,
  { entityId, asOf, viewer, view: wanted }: ViewedBy,
  question: Question,
): Promise<SharedBytes | null> {
  const view = viewOf({ asOf, view: wanted }, now());
  const outcome = await views.answer(entityId, question, view, { viewer });
  return typeof outcome === "string" ? null : outcome;
}

/** The data of a finished answer. */
export const dataIn = <T extends StatementsAsFiled | StatementHistory | Segments | Breakdowns>(
  bytes: SharedBytes,
): T => (JSON.parse(bytes.identity.toString()) as { data: T }).data;
