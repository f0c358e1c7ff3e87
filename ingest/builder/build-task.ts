import { createHash } from "node:crypto";
import { sourceOfBuild } from "#registry/models/inputs/source.ts";
import { modelsSection } from "#registry/models/listing.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { gzipCanonical } from "../archive/gzip-canonical.ts";
import { buildCompany } from "../build-company.ts";
import { describeQuality } from "../checks/company-quality.ts";
import { runChecks } from "../checks/run-checks.ts";
import type { CompanyBuild } from "../company-input.ts";
import { withFaces } from "../faces/evidence/with-faces.ts";
import { factsDocumentOf } from "../facts/facts-document.ts";
import { sourceOf } from "../sources/known.ts";
import { statementRows } from "../statements/cells/statement-rows.ts";
import type { RawDocument } from "../store/documents.ts";
import { displayName, entityIdOf } from "../store/identity.ts";
import { buildFinancials } from "../terminal/build-financials.ts";
import { buildTerminal } from "../terminal/build-terminal.ts";
import { mergeFilings } from "../terminal/filings.ts";
import { screenRow } from "../terminal/screen-row.ts";
import type { BuildAnswer, BuildNeeds, BuildTask } from "./build-pool.ts";
import type { BuiltCompany } from "./built-company.ts";
import { engineVersion } from "./engine-version.ts";
import { qualityRows } from "./quality-rows.ts";
import { type DocumentReading, readDocuments } from "./read-documents.ts";
import { datedReports, readReports, reportVersions } from "./reports/read-reports.ts";

/**
 * Builds one company from the bytes of its documents to rows ready to be stored. Pure except for the slug, which
 * depends on other companies. Documents that cannot be parsed reject the task, with all of them named.
 */
export async function runBuildTask(
  task: BuildTask,
  registry: Registry,
  needs: BuildNeeds,
): Promise<BuildAnswer> {
  const unfaced = await readDocuments(task, registry, needs.bodyOf);
  if (unfaced.rejected.length > 0) return { kind: "rejected", documents: unfaced.rejected };
  const reports = await readReports(task, needs.bodyOf);
  const dated = datedReports([...task.readReports, ...reports.read]);
  const reading = { ...unfaced, input: withFaces(unfaced.input, dated, registry) };
  const slug = await needs.slugOf(reading.name);
  const build = buildCompany(reading.input, registry);
  const built = assemble({ task, registry, reading, slug, build });
  return { kind: "built", built: { ...built, reports } };
}

interface Parts {
  task: BuildTask;
  registry: Registry;
  reading: DocumentReading;
  slug: string;
  build: CompanyBuild;
}

function assemble(parts: Parts): Omit<BuiltCompany, "reports"> {
  const { task, registry, reading, slug, build } = parts;
  const sourcesAt = newest(task.documents);
  const checks = runChecks(build, registry);
  const terminal = terminalOf({ ...parts, checks }, sourcesAt);
  const quality = qualityRows(task.cik, {
    label: terminal.summary.dataQualityLabel,
    quality: describeQuality(build, checks, registry),
    results: checks,
  });
  const statements = build.periods.flatMap((period) => statementRows(task.cik, period, registry));
  const filings = mergeFilings(task.cik, reading.input.filings, build.periods);
  const facts = JSON.stringify(factsDocumentOf(reading.input, build.facts, reading.retired));
  const served = [
    servedDocument("terminal", terminal, sourcesAt),
    servedDocument("financials", buildFinancials(build.tables, registry), sourcesAt),
  ];
  const screen = screenRow(build);
  const converted = statements.filter((row) => row[9] === "converted").length;
  return {
    cik: task.cik,
    name: reading.name,
    slug,
    profile: reading.profile,
    profileFetchedAt: reading.profileFetchedAt,
    firstFetchedAt: task.firstFetchedAt,
    sourcesAt,
    filings,
    listed: reading.listed,
    statements,
    facts: gzipCanonical(facts),
    served,
    screen,
    quality,
    registryVersion: registry.registryVersion,
    registrySha256: registry.registrySha256,
    engineVersion,
    inputDigest: task.inputDigest,
    outputDigest: sha256(
      JSON.stringify([
        reading.name,
        slug,
        reading.profile,
        filings,
        statements.map((row) => row.at(-1) ?? null),
        sha256(facts),
        served.map(({ etag }) => etag),
        quality.digest,
        screen,
        ...reportVersions(task.documents),
      ]),
    ),
    unknownMembers: reading.unknownMembers,
    setAside: reading.setAside,
    counts: {
      facts: build.facts.length,
      periods: build.periods.length,
      converted,
      incomplete: statements.length - converted,
      unmapped: build.unmapped.length,
      labelMismatches: build.labelMismatches.length,
      unknownMembers: reading.unknownMembers.length,
    },
  };
}

function terminalOf(parts: Parts & { checks: CheckResult[] }, sourcesAt: string): Terminal {
  const { task, registry, reading, slug, build, checks } = parts;
  return buildTerminal({
    entity: {
      id: entityIdOf(task.cik),
      name: task.platform.ownName ?? displayName(reading.name),
      slug,
      claimStatus: task.platform.claimStatus,
    },
    serviceTicker: task.platform.serviceTicker,
    profile: reading.input.profile,
    filings: reading.input.filings,
    build,
    checks,
    registry,
    modelsSection: modelsSection(
      sourceOfBuild(
        { ...build, aside: reading.retired?.facts ?? [] },
        {
          sic: reading.input.profile?.sic ?? null,
          knownOn: sourcesAt.slice(0, 10),
          isLatest: true,
        },
      ),
    ),
    sources: attributedSources(task),
    generatedAt: sourcesAt,
  });
}

const sourceLabels: Partial<Record<RawDocument["kind"], string>> = {
  submissions: "Company record and filing index",
  "submissions-page": "Filing index, older filings",
  companyfacts: "Facts of all filings (XBRL)",
  instance: "XBRL instance of a filing",
  package: "XBRL files of a filing",
  "data-set": "Financial Statement Data Sets, one filing",
};

/** The sources shown to clients: address and time of each archived document. */
function attributedSources({ cik, documents }: BuildTask): Terminal["sources"] {
  const { provider } = sourceOf(cik);
  return documents.map((document) => ({
    kind: document.kind === "submitted" ? "company_submission" : "regulator",
    provider: document.kind === "submitted" ? "Company submission" : provider,
    label: sourceLabel(document),
    url: document.url,
    accessedAt: document.fetchedAt,
  }));
}

/**
 * Names the source. A document from a sample or a mirror is labelled as such, because it was not fetched from the
 * regulator.
 */
function sourceLabel({ kind, source, via }: RawDocument): string {
  const label = sourceLabels[kind] ?? `Statement submitted as ${source}`;
  return via === null ? label : `${label}, from ${via}`;
}

/** The complete answer as it is served, with the time of the newest document and a strong ETag of its text. */
function servedDocument(
  kind: "terminal" | "financials",
  data: unknown,
  sourcesAt: string,
): BuiltCompany["served"][number] {
  const text = JSON.stringify({ data, meta: { timestamp: sourcesAt } });
  return { kind, body: gzipCanonical(text), etag: `"${sha256(text).slice(0, 32)}"` };
}

function newest(documents: readonly RawDocument[]): string {
  return documents.reduce((latest, { fetchedAt }) => (fetchedAt > latest ? fetchedAt : latest), "");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
