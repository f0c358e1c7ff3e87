import { ParseError } from "#ingest/errors.ts";
import { type FetchedDocument, fetchDocument } from "#ingest/fetch/fetch-document.ts";
import { predecessorsOf } from "#registry/current/predecessors.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Gathered } from "../../source.ts";
import { parseSubmissions, parseSubmissionsPage } from "../submissions.ts";
import { companyFactsUrl, submissionsPageUrl, submissionsUrl } from "../urls.ts";
import { chooseInstances, hasEnoughReports } from "./choose-instances.ts";
import type { EdgarContext } from "./edgar-context.ts";
import { fetchInstances } from "./fetch-instances.ts";
import { fetchPackages } from "./fetch-packages.ts";

/**
 * Archives what is new of a company: its filing index, the facts of all its filings, single reports that those facts
 * do not cover, and the facts of its predecessors. Throws SourceError.
 */
export async function gatherCompany(cik: string, context: EdgarContext): Promise<Gathered> {
  const filings = await fetchFilings(cik, context);
  const facts = await fetchDocument(
    { url: companyFactsUrl(cik), kind: "companyfacts", cik },
    context,
  );
  const packages = filings ? await fetchReports({ cik, filings, facts }, context) : 0;
  await fetchPredecessors(cik, context);
  return { packages };
}

interface Fetched {
  cik: string;
  filings: FilingRecord[];
  facts: FetchedDocument | null;
}

/** Documents of single reports; returns how many packages came now. */
async function fetchReports({ cik, filings, facts }: Fetched, context: EdgarContext) {
  const instances = chooseInstances(filings, facts && (await bodyOf(facts, context)));
  const accessions = new Set(instances.map(({ accession }) => accession));
  const packages = await fetchPackages({ cik, filings, instances: accessions }, context);
  await fetchInstances(cik, instances, context);
  return packages;
}

/**
 * The filing index with its older pages; the newest of its filings, or null when there is none. An index
 * that cannot be read is left to the build, which puts it into quarantine.
 */
async function fetchFilings(cik: string, context: EdgarContext): Promise<FilingRecord[] | null> {
  const fetched = await fetchDocument(
    { url: submissionsUrl(cik), kind: "submissions", cik },
    context,
  );
  if (!fetched) return null;
  const submissions = await readIndex(fetched, parseSubmissions, context);
  const filings = submissions?.filings ?? [];
  for (const name of submissions?.olderPages ?? []) {
    const ref = { url: submissionsPageUrl(name), kind: "submissions-page", cik } as const;
    const page = await fetchDocument(ref, context);
    if (!page || hasEnoughReports(filings, context.packages.count)) continue;
    const read = (body: Buffer) => parseSubmissionsPage(body, cik);
    filings.push(...((await readIndex(page, read, context)) ?? []));
  }
  return filings;
}

async function readIndex<T>(
  fetched: FetchedDocument,
  parse: (body: Buffer) => T,
  context: EdgarContext,
): Promise<T | null> {
  try {
    return parse(await bodyOf(fetched, context));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    context.log.warn({ err: error }, "a filing index cannot be read");
    return null;
  }
}

async function bodyOf(fetched: FetchedDocument, { archive }: EdgarContext): Promise<Buffer> {
  return fetched.body ?? archive.get(fetched.digest);
}

/**
 * Fetches the facts of a company's predecessors, which the regulator lists under their own CIKs (standardization.md
 * 2.19). Missing ones are no error. Throws SourceError.
 */
async function fetchPredecessors(cik: string, context: EdgarContext): Promise<void> {
  for (const predecessor of predecessorsOf(cik)) {
    const url = companyFactsUrl(predecessor.cik);
    await fetchDocument({ url, kind: "companyfacts", cik: predecessor.cik }, context);
  }
}
