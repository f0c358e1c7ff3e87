import { listStoredCompanies } from "#ingest/store/stored-company.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import { companyText } from "#schemas/company-key.ts";
import type { Drop } from "#schemas/shapes/companies/quality.ts";

/** The name of a company for messages, by its CIK. */
export type NameOf = (cik: string) => string;

/** "WMT (Walmart Inc.)"; for a company without a ticker its number. */
export async function readNames(db: Queryable): Promise<NameOf> {
  const companies = await listStoredCompanies(db);
  const names = new Map(companies.map((company) => [company.cik, company]));
  return (cik) => {
    const company = names.get(cik);
    const short = company?.tickers[0] ?? companyText(cik);
    return company ? `${short} (${company.name})` : short;
  };
}

interface Naming {
  nameOf: NameOf;
  /** How to see the remaining companies; null names all of them. */
  allBy: string | null;
}

const namedMax = 10;

/** Describes what blocks a release or rebuild: each check with the companies behind it. */
export function dropLines(drops: readonly Drop[], { nameOf, allBy }: Naming): string[] {
  return drops.flatMap(({ check, title, before, after, companies }) => {
    const points = (before - after).toFixed(2);
    const named = allBy === null ? companies : companies.slice(0, namedMax);
    const rest = companies.length - named.length;
    return [
      `${check} (${title}) would pass ${after.toFixed(2)} % instead of ${before.toFixed(2)} %: ${points} points less`,
      ...named.map((company) => `  ${nameOf(company.cik)}: ${worseText(company)}`),
      ...(rest > 0
        ? [`  and ${rest} more ${rest === 1 ? "company" : "companies"} (${allBy})`]
        : []),
    ];
  });
}

function worseText({ notPassedBefore, notPassedAfter, lost }: Drop["companies"][number]): string {
  const results = notPassedAfter === 1 ? "1 result does" : `${notPassedAfter} results do`;
  const text = `${results} not pass, ${notPassedBefore} before`;
  return lost > 0 ? `${text}; ${lost} of them ran before and would no longer run` : text;
}
