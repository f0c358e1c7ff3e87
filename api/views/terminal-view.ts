import { gunzipSync } from "node:zlib";
import { runChecks } from "#ingest/checks/run-checks.ts";
import type { CompanyBuild } from "#ingest/company-input.ts";
import { buildTerminal } from "#ingest/terminal/build-terminal.ts";
import { sourceOfBuild } from "#registry/models/inputs/source.ts";
import { modelsSection } from "#registry/models/listing.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { TerminalSources } from "./questions.ts";

/**
 * The terminal as of a day, or with figures as first reported. The company's identity (name, tickers, exchange,
 * industry) is always today's, because the regulator keeps no history of it. Filings, figures, quality checks and
 * models are those of the view.
 */
export function terminalInView(
  company: TerminalSources,
  { build, registry, on }: { build: CompanyBuild; registry: Registry; on: string },
): Terminal {
  const stored = storedTerminal(company.terminal);
  const { entityId, entityName, entitySlug, identity, sources, generatedAt } = stored;
  const profile = identity.secName === null ? null : company.profile;
  return buildTerminal({
    entity: { id: entityId, name: entityName, slug: entitySlug, claimStatus: identity.claimStatus },
    serviceTicker: identity.serviceTicker,
    profile,
    filings: company.filings.filter(({ filed }) => filed <= on),
    build,
    checks: runChecks(build, registry),
    registry,
    modelsSection: modelsSection(sourceOfBuild(build, { sic: profile?.sic ?? null, knownOn: on })),
    sources,
    generatedAt,
    judgedOn: on,
  });
}

function storedTerminal(packed: Uint8Array): Terminal {
  const { data } = JSON.parse(gunzipSync(packed).toString()) as { data: Terminal };
  return data;
}
