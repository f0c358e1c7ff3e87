import type { View } from "#ingest/company-input.ts";
import type { FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { Answer } from "../../and-then.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../http/errors.ts";
import type { StoredBytes } from "../../http/requests/handled.ts";
import type { CompanyProfile } from "../companies/service.ts";
import { getFinancials, getTerminal } from "../companies/service.ts";
import type { Statements } from "../company-statements/service.ts";
import { getStatements } from "../company-statements/service.ts";
import type { DataQuality } from "../data-quality/service.ts";
import { getDataQuality } from "../data-quality/service.ts";

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
  /** Average diluted shares of fiscal years on today's basis of shares, by the year's key. */
  shares: ReadonlyMap<string, string | null>;
  /** Of what is known now; null in the view of a past day. */
  quality: DataQuality | null;
  periods: "recent" | "all";
}

// Entries: each period has four statements.
const recent = { annual: 4 * 12, quarterly: 4 * 9 } as const;

/** Asks each service for what it has of the company. Throws 503 where a view cannot be computed now. */
export async function loadCompany(
  deps: Deps,
  { profile, view, periods }: Pick<CompanyData, "profile" | "view" | "periods">,
): Promise<CompanyData> {
  const of = { entityId: profile.entity.id, view, viewer: null };
  const limits = periods === "recent" ? recent : { annual: undefined, quarterly: undefined };
  const list = async (period: "annual" | "quarterly", inView: View = view) =>
    dataOf<Statements>(
      await getStatements(deps, { ...of, view: inView, period, limit: limits[period] }),
    ).periods;
  const isLatest = view.kind === "latest";
  const [terminal, financials, annual, quarterly, original, quality, shares] = await Promise.all([
    orNull(() => getTerminal(deps, of, null)),
    orNull(() => getFinancials(deps, of, null)),
    list("annual"),
    list("quarterly"),
    isLatest
      ? Promise.all([
          list("annual", { kind: "asFirstReported" }),
          list("quarterly", { kind: "asFirstReported" }),
        ])
      : [],
    isLatest ? getDataQuality(deps.db, of.entityId, {}, null) : null,
    getStatements(deps, { ...of, ...shareCounts }),
  ]);
  return {
    profile,
    view,
    terminal: terminal === null ? null : dataOf<Terminal>(terminal),
    ttm: financials === null ? [] : dataOf<FinancialsPayload>(financials).ttm,
    annual,
    quarterly,
    original: original.flat(),
    quality,
    shares: adjustedShares(dataOf<Statements>(shares)),
    periods,
  };
}

const shareCounts = {
  period: "annual",
  statementType: "company_facts",
  perShare: "adjusted",
} as const;

const adjustedShares = ({ periods }: Statements) =>
  new Map(
    periods.map(({ periodKey, perShareAdjusted }) => [
      periodKey,
      perShareAdjusted?.weighted_average_shares_diluted?.value ?? null,
    ]),
  );

/** The content of an answer, which may be finished bytes. */
export function dataOf<T>(answer: { data: T } | Pick<StoredBytes, "identity">): T {
  return "data" in answer ? answer.data : JSON.parse(answer.identity.toString()).data;
}

/** Null for what is not there. */
async function orNull<T>(read: () => Answer<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
