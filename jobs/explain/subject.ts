import { desc, eq } from "drizzle-orm";
import { listStoredCompanies, type StoredIdentity } from "#ingest/store/stored-company.ts";
import { on, type Queryable } from "#ingest/store/transaction.ts";
import { conceptNamed, nearConcepts } from "#registry/current/concept-names.ts";
import { companyText } from "#schemas/company-key.ts";
import { didYouMean, nearest } from "#schemas/nearest.ts";
import { readPeriodKey } from "#schemas/period-key.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import { company, ticker as tickers } from "#schemas/tables/companies/company.ts";
import { canonicalTicker } from "#schemas/ticker.ts";
import { UsageError } from "../commands/command.ts";

/** The ingested company that holds the ticker, or has the CIK. Throws UsageError. */
export async function findCompany(db: Queryable, typed: string): Promise<StoredIdentity> {
  const companies = await listStoredCompanies(db);
  const digits = /^(?:CIK)?(\d{1,10})$/i.exec(typed.trim())?.[1];
  const cik = digits ? digits.padStart(10, "0") : await holderOf(db, canonicalTicker(typed));
  const found = companies.find((one) => one.cik === cik);
  if (found) return found;
  if (companies.length === 0) {
    throw new UsageError("no company has been ingested yet: npm run ingest -- --help");
  }
  const near = digits ? [] : nearCompanies(typed, companies);
  const advice = `; npm run ingest -- ${digits ? "--cik" : "--ticker"} ${typed} fetches it`;
  throw new UsageError(
    `no ingested company has the ${digits ? "CIK" : "ticker"} ${typed}${didYouMean(near) || advice}`,
  );
}

/** Companies with a similar ticker, or with a name that starts with the text, because people may type a name. */
function nearCompanies(typed: string, companies: readonly StoredIdentity[]): string[] {
  const tickers = companies.flatMap((one) => one.tickers);
  const like = nearest(canonicalTicker(typed), tickers);
  const lowerCased = typed.trim().toLowerCase();
  const named = companies.filter(
    ({ name }) => lowerCased.length >= 3 && name.toLowerCase().startsWith(lowerCased),
  );
  const holders = like.flatMap((t) => companies.find((one) => one.tickers.includes(t)) ?? []);
  return [...new Set([...holders, ...named])]
    .slice(0, 3)
    .map(({ cik, name, tickers: [ticker] }) => `${ticker ?? companyText(cik)} (${name})`);
}

/** The ingested company that holds a ticker in its stored form; null when there is none. */
export async function holderOf(db: Queryable, ticker: string): Promise<string | null> {
  const [holder] = await on(db)
    .select({ key: company.companyKey })
    .from(tickers)
    .innerJoin(company, eq(company.entityId, tickers.entityId))
    .where(eq(tickers.ticker, ticker))
    .orderBy(desc(tickers.kind))
    .limit(1);
  return holder?.key ?? null;
}

/** The concept of that key, label or id; spaces, hyphens and case do not matter. Throws UsageError. */
export function findConcept(registry: Registry, typed: string): Concept {
  const concept = conceptNamed(registry, typed);
  if (concept !== null) return concept;
  throw new UsageError(`there is no concept ${typed}${didYouMean(nearConcepts(registry, typed))}`);
}

/** The key of a typed period; any other text in upper case. */
export const canonicalPeriod = (typed: string): string =>
  readPeriodKey(typed) ?? typed.trim().toUpperCase().replace(/\s+/g, " ");

/**
 * The period with this key. "TTM" means the newest of `columns`, which are ordered newest first. Throws UsageError,
 * whose message mentions a past day if the columns are those of one.
 */
export function findPeriod<C extends { key: string }>(
  columns: readonly C[],
  typed: string,
  asOf: string | null = null,
): C {
  const period = canonicalPeriod(typed);
  const trailing = columns.filter(({ key }) => key.startsWith("TTM"));
  const column =
    period === "TTM" ? trailing[0] : columns.find(({ key }) => key.toUpperCase() === period);
  if (column) return column;
  const keys = columns.map(({ key }) => key);
  const year = /\d{4}/.exec(period)?.[0];
  const same = keys.filter((key) => year && key.includes(year));
  const near = nearest(period, same.length > 0 ? same : keys);
  const hint = near.length > 0 ? didYouMean(near) : newestOf(keys);
  const asKnown = asOf === null ? "" : ` as known on ${asOf}`;
  throw new UsageError(`the company has no period ${typed}${asKnown}${hint}`);
}

const newestOf = (keys: readonly string[]) =>
  keys.length === 0
    ? "; it has none at all"
    : `; its newest are ${keys.slice(0, 5).join(", ")}, its oldest is ${keys.at(-1)}`;
