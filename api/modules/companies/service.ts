import { createHash } from "node:crypto";
import type { Db } from "#schemas/database/db.ts";
import { didYouMean } from "#schemas/nearest.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import { type Answer, andThen } from "../../and-then.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { type ApiError, notFound } from "../../http/errors.ts";
import type { PerShare, Question } from "../../views/questions.ts";
import { checkVersion } from "../../views/view-query.ts";
import { listPersonnel } from "../directory/service.ts";
import { searchEntities } from "../entity-search/service.ts";
import { listOpenRoles } from "../hiring/service.ts";
import { getTies, type Owners, type Ties } from "../relationships/service.ts";
import {
  type CompanyDocument,
  companyDocument,
  createDocumentCache,
  type DocumentKind,
} from "./document-cache.ts";
import { readLadder } from "./ladder.ts";
import { canonicalPath, presentProfile, type Relationship } from "./profile.ts";
import {
  findByTicker,
  findCompanyProfile,
  findSlugByCik,
  findTeamDocument,
  servedDocumentReader,
} from "./queries.ts";
import type { CompanyProfile } from "./schemas.ts";
import { type CompanyInView, documentWithoutFigures } from "./without-figures.ts";

export type { CompanyInView, CompanyProfile };

/** Finished documents for programs without requests: each is read when it is asked for, and not kept. */
export const openDocuments = (db: Db) => createDocumentCache(servedDocumentReader(db), 1_048_576);

/** Throws 404 when no profile that the caller may know of has this slug. */
export async function getProfile(
  { db, publicUrl }: Pick<Deps, "db" | "publicUrl">,
  slug: string,
  caller: Caller | null,
): Promise<CompanyProfile> {
  const row = await findCompanyProfile(db, slug, caller);
  if (row === null) throw notFound("Company");
  const [ties, personnel, openRoles] = await Promise.all([
    getTies(db, row.entity.id, caller?.userId ?? null),
    listPersonnel(db, row.entity.id),
    listOpenRoles(db, row.entity.id),
  ]);
  const relationship = relationshipOf(caller, ties);
  return presentProfile(row, { ...ties, relationship, publicUrl, personnel, openRoles });
}

function relationshipOf(
  caller: Caller | null,
  { isConnected, isOfTeam, isOwner }: Ties,
): Relationship {
  if (caller === null) return "anonymous";
  if (isOwner) return "owner";
  if (isOfTeam) return "team";
  return isConnected ? "connected" : "signed_in";
}

/**
 * Ticker rules: case-insensitive, the service ticker before the exchange ticker, published companies only.
 * Dots, slashes and spaces of share classes are EDGAR's hyphen. Unknown, delisted and unpublished are one 404.
 * `named` is what the refusal calls the ticker.
 */
export async function getByTicker(db: Db, ticker: string, named = "Ticker") {
  const stored = ticker.trim().toUpperCase().replace(/[./ ]/g, "-");
  const row = await findByTicker(db, stored);
  if (row === null) throw await noTicker(db, stored, named);
  const { entityId, slug, name, kind } = row;
  const matchedBy = kind === "service" ? ("service_ticker" as const) : ("primary_ticker" as const);
  return { entityId, slug, name, canonicalPath: canonicalPath(slug), matchedBy };
}

/** The slug of the published company with that CIK, typed as 320193 or CIK0000320193; null for any other text. */
export async function findSlugOfCik(db: Db, typed: string): Promise<string | null> {
  const [, digits] = /^(?:cik)?[ -]?(\d{1,10})$/i.exec(typed) ?? [];
  return digits === undefined ? null : findSlugByCik(db, digits.padStart(10, "0"));
}

/** Names the published companies that the ticker may mean, or how one is fetched. */
async function noTicker(db: Db, typed: string, named: string): Promise<ApiError> {
  const { rows } = await searchEntities(db, { search: typed, limit: 3, offset: 0 });
  const near = rows.flatMap(({ ticker, name }) => (ticker === null ? [] : `${ticker} (${name})`));
  const advice =
    "; GET /v2/entities?search= finds companies by name, and npm run ingest -- --ticker fetches one";
  return notFound(named, didYouMean(near) || advice);
}

type FiguresDeps = Pick<Deps, "db" | "documents" | "registry" | "views">;

interface FinancialsOf extends CompanyInView {
  perShare?: PerShare | undefined;
  /** Version of the registry; undefined for what is stored. */
  registryVersion?: string | undefined;
}

/**
 * Full financials: the stored document; computed in another view, under another version of the registry, or with
 * adjusted per-share series beside the filed ones. Without figures its lists are empty. Throws 404 when there is no such
 * company, 400 for a version that was never released.
 */
export function getFinancials(
  deps: FiguresDeps,
  { entityId, view, perShare = "filed", registryVersion }: FinancialsOf,
  viewer: Caller | null,
): Answer<CompanyDocument> {
  const { views } = deps;
  checkVersion(views.registryVersions, registryVersion);
  const isStored = view.kind === "latest" && perShare === "filed" && registryVersion === undefined;
  const of = { entityId, view, kind: "financials" as const };
  if (isStored) return getDocument(deps, of, viewer);
  const question: Question = { kind: "financials", perShare };
  return views
    .answer(entityId, question, view, { registryVersion, viewer })
    .then((outcome) => orWithoutFigures(deps, outcome, of, viewer));
}

type DocumentOf = CompanyInView & { kind: DocumentKind };

/** The computed document, or where nothing is built one that says so. */
function orWithoutFigures(
  deps: Pick<Deps, "db" | "registry">,
  outcome: Awaited<ReturnType<Deps["views"]["answer"]>>,
  of: DocumentOf,
  viewer: Caller | null,
): Answer<CompanyDocument> {
  return typeof outcome === "string" ? documentWithoutFigures(deps, of, viewer) : outcome;
}

/** The stored document as it is. Throws 404 when there is no such company that the viewer may know of. */
function getDocument(
  deps: Pick<Deps, "db" | "documents" | "registry">,
  of: DocumentOf,
  viewer: Caller | null,
): Answer<CompanyDocument> {
  return andThen(
    findDocument(deps, of, viewer),
    (document) => document ?? documentWithoutFigures(deps, of, viewer),
  );
}

/** The stored document of a published company, or what the viewer's own team reads; null when there is none. */
export function findDocument(
  { db, documents }: Pick<Deps, "db" | "documents">,
  of: { entityId: string; kind: DocumentKind },
  viewer: Caller | null,
): Answer<CompanyDocument | null> {
  return andThen(documents.find(of.entityId, of.kind), (open) =>
    viewer === null || (open !== null && open.isOwn !== true)
      ? open
      : findOwnDocument(db, of, viewer),
  );
}

async function findOwnDocument(
  db: Db,
  of: { entityId: string; kind: DocumentKind },
  viewer: Caller,
): Promise<CompanyDocument | null> {
  const own = await findTeamDocument(db, of, viewer);
  return own && companyDocument(own, "private");
}

/** What is made for one request is not kept, and so has no packed form. */
interface ServedTerminal extends Omit<CompanyDocument, "gzip"> {
  gzip: Buffer | null;
}

/**
 * Terminal rules: everybody sees the stored terminal, or what it would have been in another view; the owner and an
 * administrator see the same shape with their own scope, which is made for them and belongs in no shared cache. A claimed
 * company's ladder is read with each request. Without figures its sections say so.
 */
export function getTerminal(
  deps: FiguresDeps & Pick<Deps, "owners">,
  { entityId, view }: CompanyInView,
  caller: Caller | null,
): Answer<ServedTerminal> {
  const document = findTerminal(deps, { entityId, view }, caller);
  return andThen(document, (known) => {
    const ladder = known.isClaimed === true ? readLadder(deps.db, entityId) : null;
    if (caller === null && ladder === null) return known;
    const scope = caller === null ? "public" : viewerScope(deps.owners, entityId, caller);
    return andThen(ladder, (own) => andThen(scope, (found) => withOwn(known, found, own)));
  });
}

type Scope = "public" | "owner" | "admin";

function withOwn(
  document: CompanyDocument,
  viewerScope: Scope,
  ladder: Terminal["transparencyLadder"] | null,
): ServedTerminal {
  if (viewerScope === "public" && ladder === null) return document;
  const { data, ...envelope } = JSON.parse(document.identity.toString()) as { data: Terminal };
  const own = ladder === null ? data : { ...data, ...withLadder(data, ladder) };
  const body = JSON.stringify({ ...envelope, data: { ...own, viewerScope } });
  const digest = ladder === null ? "" : `-${digestOf(JSON.stringify(ladder))}`;
  const etag = `${document.etag.slice(0, -1)}${digest}-${viewerScope}"`;
  const visibility = viewerScope === "public" ? document.visibility : "private";
  return { identity: Buffer.from(body), gzip: null, etag, visibility };
}

const withLadder = ({ modules }: Terminal, transparencyLadder: Terminal["transparencyLadder"]) => ({
  transparencyLadder,
  modules: modules.map((one) =>
    one.key === "transparencyLadder" ? { ...one, state: transparencyLadder.state } : one,
  ),
});

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);

function findTerminal(
  deps: FiguresDeps,
  { entityId, view }: CompanyInView,
  caller: Caller | null,
): Answer<CompanyDocument> {
  const of = { entityId, view, kind: "terminal" as const };
  if (view.kind === "latest") return getDocument(deps, of, caller);
  const question = { kind: "terminal" } as const;
  return deps.views
    .answer(entityId, question, view, { viewer: caller })
    .then((outcome) => orWithoutFigures(deps, outcome, of, caller));
}

function viewerScope(owners: Owners, entityId: string, { isAdmin, userId }: Caller): Answer<Scope> {
  if (isAdmin) return "admin";
  if (userId === null) return "public";
  return andThen(owners.isOwner({ entityId, userId }), (isOwner) => (isOwner ? "owner" : "public"));
}
