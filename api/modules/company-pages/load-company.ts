import type { View } from "#ingest/company-input.ts";
import type { FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { Deps } from "../../deps.ts";
import { orNull } from "../../http/errors.ts";
import type { StoredBytes } from "../../http/requests/handled.ts";
import type { CompanyProfile } from "../companies/service.ts";
import { getFinancials, getTerminal } from "../companies/service.ts";
import type { Statements } from "../company-statements/service.ts";
import { getStatements } from "../company-statements/service.ts";
import { listCompanyFilings } from "../filed-statements/service.ts";

export type StatementEntry = Statements["periods"][number];

/** What a company's page shows, as the services of the API give it. */
export interface CompanyData {
  profile: CompanyProfile;
  view: View;
  /** Null where nothing was built of the company. */
  terminal: Terminal | null;
  /** Newest first. */
  ttm: FinancialsPayload["ttm"];
  annual: StatementEntry[];
  quarterly: StatementEntry[];
  /** The same as first reported; empty in the view of a past day. */
  original: StatementEntry[];
  /** Figures per share and counts of shares after all splits of the view, by the period's key. */
  adjusted: ReadonlyMap<string, AdjustedLines>;
  periods: "recent" | "all";
  /** Accession numbers of the newest filings whose statements are at hand as printed. */
  printed: ReadonlySet<string>;
}

export type AdjustedLines = NonNullable<StatementEntry["perShareAdjusted"]>;

// Entries: each period has four statements.
const recent = { annual: 4 * 12, quarterly: 4 * 13 } as const;

/** Asks each service for what it has of the company. Throws 503 where a view cannot be computed now. */
export async function loadCompany(
  deps: Deps,
  { profile, view, periods }: Pick<CompanyData, "profile" | "view" | "periods">,
): Promise<CompanyData> {
  const of = { entityId: profile.entity.id, view, viewer: null };
  const limits = periods === "recent" ? recent : { annual: undefined, quarterly: undefined };
  const list = async (period: "annual" | "quarterly") =>
    dataOf<Statements>(await getStatements(deps, { ...of, period, limit: limits[period] })).periods;
  const listOriginal = async (period: "annual" | "quarterly") => {
    const asked = { ...of, period, limit: limits[period], perShare: "adjusted" as const };
    const answer = await getStatements(deps, { ...asked, view: { kind: "asFirstReported" } });
    return dataOf<Statements>(answer).periods;
  };
  const isLatest = view.kind === "latest";
  const [terminal, financials, annual, quarterly, original, adjusted, printed] = await Promise.all([
    findTerminal(deps, of),
    orNull(() => getFinancials(deps, { ...of, perShare: "adjusted" }, null)),
    list("annual"),
    list("quarterly"),
    isLatest ? Promise.all([listOriginal("annual"), listOriginal("quarterly")]) : [],
    getStatements(deps, { ...of, statementType: "company_facts", perShare: "adjusted" }),
    listPrinted(deps, of),
  ]);
  return {
    profile,
    view,
    terminal,
    ttm: financials === null ? [] : dataOf<FinancialsPayload>(financials).ttm,
    annual,
    quarterly,
    original: original.flat(),
    adjusted: adjustedLines(dataOf<Statements>(adjusted)),
    periods,
    printed,
  };
}

/** The summary of a company; null where nothing was built of it. */
export async function findTerminal(
  deps: Deps,
  { entityId, view }: { entityId: string; view: View },
): Promise<Terminal | null> {
  const answer = await orNull(() => getTerminal(deps, { entityId, view }, null));
  return answer && dataOf<Terminal>(answer);
}

/** Accession numbers of the newest filings whose statements are at hand as printed. */
export async function listPrinted(
  deps: Deps,
  { entityId, view, viewer }: { entityId: string; view: View; viewer: null },
): Promise<ReadonlySet<string>> {
  const asOf = view.kind === "asOf" ? view.date : undefined;
  const filter = { state: "stored", limit: 100, offset: 0 } as const;
  const { rows } = await listCompanyFilings(deps, { entityId, asOf, viewer }, filter);
  return new Set(rows.map(({ accessionNumber }) => accessionNumber));
}

const adjustedLines = ({ periods }: Statements) =>
  new Map(periods.map(({ periodKey, perShareAdjusted = {} }) => [periodKey, perShareAdjusted]));

/** The content of an answer, which may be finished bytes. */
export function dataOf<T>(answer: { data: T } | Pick<StoredBytes, "identity">): T {
  return "data" in answer ? answer.data : JSON.parse(answer.identity.toString()).data;
}
