import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { buildCompany } from "#ingest/build-company.ts";
import type { CompanyBuild, View } from "#ingest/company-input.ts";
import { buildFinancials } from "#ingest/terminal/build-financials.ts";
import { buildTerminal } from "#ingest/terminal/build-terminal.ts";
import { sourceOfBuild } from "#registry/models/inputs/source.ts";
import { modelsSection } from "#registry/models/listing.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import { viewMeta } from "../../views/view-query.ts";
import { type CompanyDocument, companyDocument, type DocumentKind } from "./document-cache.ts";
import { type BareEntity, findBareEntity } from "./queries.ts";

/** A company, and the view of its figures. */
export interface CompanyInView {
  entityId: string;
  view: View;
}

/**
 * The document of an entity of which the viewer may read no figures: nothing was filed, or all filings are private. Every
 * section without data says `unavailable` (TRM-32). Throws 404 for an entity that the viewer may not know of.
 */
export async function documentWithoutFigures(
  { db, registry }: Pick<Deps, "db" | "registry">,
  { entityId, view, kind }: CompanyInView & { kind: DocumentKind },
  viewer: Caller | null,
): Promise<CompanyDocument> {
  const entity = await findBareEntity(db, entityId, viewer);
  if (entity === null) throw notFound("Company");
  const build = buildCompany(
    { cik: entity.cik ?? entity.id, profile: null, filings: [], documents: [], submitted: [] },
    registry,
  );
  const timestamp = isoTime(entity.updatedAt);
  const data =
    kind === "financials"
      ? buildFinancials(build.tables, registry)
      : terminalOf(entity, { build, registry, timestamp });
  const how = view.kind === "latest" ? {} : viewMeta(view);
  const text = JSON.stringify({ data, meta: { ...how, timestamp } });
  const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`;
  const visibility = viewer === null ? "public" : "private";
  return companyDocument({ body: gzipSync(text), etag, isClaimed: entity.isClaimed }, visibility);
}

function terminalOf(
  { serviceTicker, ...entity }: BareEntity,
  { build, registry, timestamp }: { build: CompanyBuild; registry: Registry; timestamp: string },
): Terminal {
  return buildTerminal({
    entity,
    serviceTicker,
    profile: null,
    filings: [],
    build,
    checks: [],
    registry,
    modelsSection: modelsSection(
      sourceOfBuild(build, { sic: null, knownOn: timestamp.slice(0, 10), isLatest: true }),
    ),
    sources: [],
    generatedAt: timestamp,
  });
}
