import type { FaceMeasure } from "#ingest/faces/measured/measure-faces.ts";
import { listStoredCompanies, type StoredIdentity } from "#ingest/store/stored-company.ts";
import { findCompany } from "../explain/subject.ts";
import {
  type AllFaces,
  collectFaces,
  countIdentities,
  unfedIn,
  worstFaces,
} from "../quality/faces/all-faces.ts";
import { companyReport } from "../quality/faces/company-report.ts";
import { faceReport } from "../quality/faces/face-report.ts";
import { measureCompanyFaces } from "../quality/faces/measure-company.ts";
import { startProgress } from "../terminal/progress.ts";
import type { Shell } from "./command.ts";
import type { Store } from "./with-store.ts";

export interface FacesOptions {
  company?: string;
  json?: boolean;
  limit: number;
}

/** `quality`: how the stored statements stand on what the filings printed, of one company or of all. */
export async function reportFaces(
  shell: Shell,
  store: Store,
  { company, json = false, limit }: FacesOptions,
): Promise<void> {
  const one = company === undefined ? null : await findCompany(store.db, company);
  const { faces, measure } = await measureAll(shell, store, one);
  const identities = await countIdentities(store.db, one?.cik ?? null);
  if (faces.companies.length === 0) shell.warn(nothingPrinted(one));
  if (json) shell.print(JSON.stringify(asJson(faces, identities, measure, limit), null, 2));
  else if (one && measure) {
    for (const line of companyReport(one, measure, { ...faces, identities, limit })) {
      shell.print(line);
    }
  } else for (const line of faceReport(faces, identities, limit)) shell.print(line);
  if (shell.isInterrupted()) shell.fail();
}

const nothingPrinted = (one: StoredIdentity | null) =>
  `${one?.name ?? "no company"} has ${one ? "no " : ""}statements as printed at hand: docs/statements-as-filed.md says where they come from`;

/** `measure` is that of the one company. */
async function measureAll(
  shell: Shell,
  store: Store,
  one: StoredIdentity | null,
): Promise<{ faces: AllFaces; measure: FaceMeasure | null }> {
  const companies = one ? [one] : await listStoredCompanies(store.db);
  const collected = collectFaces(store.registry);
  const progress = startProgress({ label: "Measuring companies", total: companies.length });
  let measure: FaceMeasure | null = null;
  for (const company of companies) {
    if (shell.isInterrupted()) break;
    measure = await measureCompanyFaces(store, company.cik);
    if (measure) collected.add(company, measure);
    progress.step(company.tickers[0] ?? company.name);
  }
  progress.stop();
  return { faces: collected.all(), measure: one && measure };
}

function asJson(
  { companies, tally, unfed }: AllFaces,
  identities: object,
  measure: FaceMeasure | null,
  limit: number,
) {
  const { reports, values, lines, sums, byLine, byTotal } = tally;
  const lists = measure && {
    offFace: measure.values.filter(({ standing }) => standing !== "face"),
    unfedLines: unfedIn(measure),
    openSums: measure.sums.filter(({ closes }) => !closes),
  };
  return {
    companies: companies.length,
    reports,
    values,
    lines,
    sums,
    identities,
    byLine,
    byTotal,
    unfedElements: unfed.slice(0, limit),
    worst: worstFaces(companies).slice(0, limit),
    ...lists,
  };
}
