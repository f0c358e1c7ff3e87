import type { Deps } from "#api/deps.ts";
import { orNull } from "#api/http/errors.ts";
import type { StoredBytes, WebAnswer } from "#api/http/requests/handled.ts";
import type {
  StatementHistory,
  StatementsAsFiled,
} from "#schemas/shapes/companies/statement-as-filed.ts";
import {
  accessionNumber,
  type Breakdowns,
  dataIn,
  getBreakdowns,
  getSegments,
  getStatementHistory,
  getStatementsAsFiled,
  type Segments,
} from "../../filed-statements/service.ts";
import { showSection } from "../show-section.ts";
import { filingMarkup } from "./filing-page.ts";
import { historyMarkup } from "./history-page.ts";
import type { AsFiledQuery, SegmentsQuery } from "./schemas.ts";
import { segmentsMarkup } from "./segments-page.ts";

/** The page of a filing's statements. Throws 404 for an unknown company or filing, and where its statements are not at hand. */
export function showFiling(
  deps: Deps,
  { company, accession: typed }: { company: string; accession: string },
  asOf: string | undefined,
): Promise<StoredBytes | WebAnswer> {
  const accession = accessionNumber(typed);
  return showSection(deps, company, asOf, {
    section: "filings",
    path: `/filings/${accession}`,
    make: async ({ profile, frame }) => {
      const of = { entityId: profile.entity.id, viewer: null, accession, kind: null };
      return filingMarkup(frame, dataIn<StatementsAsFiled>(await getStatementsAsFiled(deps, of)));
    },
  });
}

/** The page of one statement over many periods as filed. Throws 404 for an unknown company. */
export function showAsFiled(
  deps: Deps,
  company: string,
  query: AsFiledQuery,
): Promise<StoredBytes | WebAnswer> {
  const { kind, period, asOf } = query;
  return showSection(deps, company, asOf, {
    section: "financials",
    path: "/as-filed",
    query: { kind, period },
    make: async ({ profile, frame }) => {
      const of = { entityId: profile.entity.id, viewer: null, kind, period, asOf: frame.day };
      const answer = await orNull(() => getStatementHistory(deps, of));
      return historyMarkup(frame, answer && dataIn<StatementHistory>(answer), query);
    },
  });
}

/** The page of a company's segments. Throws 404 for an unknown company. */
export function showSegments(
  deps: Deps,
  company: string,
  query: SegmentsQuery,
): Promise<StoredBytes | WebAnswer> {
  const { by, metric, asOf } = query;
  return showSection(deps, company, asOf, {
    section: "segments",
    path: "/segments",
    query: { by, metric },
    make: async ({ profile, frame }) => {
      const of = { entityId: profile.entity.id, viewer: null, asOf: frame.day };
      const found = await orNull(() => getBreakdowns(deps, of));
      const breakdowns = found && dataIn<Breakdowns>(found);
      const shown = chosen(query, breakdowns);
      const answer = shown && (await orNull(() => getSegments(deps, { ...of, ...shown })));
      const segments = answer && dataIn<Segments>(answer);
      const { registry } = deps;
      return segmentsMarkup({
        frame,
        query: { ...query, ...shown },
        breakdowns,
        segments,
        registry,
      });
    },
  });
}

/** What was asked for; without a kind the first that breaks the metric down, else the first breakdown at all. */
function chosen({ by, metric }: SegmentsQuery, breakdowns: Breakdowns | null) {
  if (by !== undefined) return { by, metric };
  const all = breakdowns?.breakdowns ?? [];
  const first = all.find((one) => one.metric === metric) ?? all[0];
  return first === undefined ? null : { by: first.by, metric: first.metric };
}
