import { findTemplate, type Template, templateNames } from "#registry/models/catalogue.ts";
import type { Model } from "#registry/models/family.ts";
import { extractFacts, type ModelFacts, noFacts } from "#registry/models/inputs/facts.ts";
import { type Market, marketNotConfigured } from "#registry/models/market/price.ts";
import { beforeSplits } from "#registry/models/market/splits.ts";
import { OverrideError } from "#registry/models/overrides.ts";
import { didYouMean, nearest } from "#schemas/nearest.ts";
import type { Terminal } from "#schemas/shapes/companies/terminal.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badRequest, notFound } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import { findDocument } from "../companies/service.ts";
import { marketOn, quoteOn, tickerOf, today } from "./market.ts";
import { persistedSource } from "./model-source.ts";
import {
  type CompanyModels,
  companyModels,
  createModelStore,
  type ModelStore,
} from "./model-store.ts";
import { findModelSubject, type ModelSubject, readModelRows } from "./queries.ts";

export type ModelDeps = Pick<Deps, "db" | "documents" | "views" | "now" | "prices" | "registry">;

/** A company, and the day to read it as of. Undefined: now. */
export interface ModelsOf {
  entityId: string;
  asOf?: string | undefined;
  /** The reader. Only its team sees an unpublished entity. */
  viewer?: Caller | null | undefined;
}

/** Computes, and throws 400 with the sentences of what the model refuses, after `before`. */
export function refused<T>(compute: () => T, before = ""): T {
  try {
    return compute();
  } catch (error) {
    throw error instanceof OverrideError ? badRequest(`${before}${error.message}`) : error;
  }
}

/** The price beside a company's values, of the day asked for. */
export async function marketFor(
  deps: ModelDeps,
  of: ModelsOf,
  { facts }: CompanyModels,
): Promise<Market> {
  if (!deps.prices.isConfigured) return marketNotConfigured;
  const latest =
    of.asOf === undefined
      ? facts
      : (await loadCompanyModels(deps, { ...of, asOf: undefined })).facts;
  const ticker = await tickerOf(deps, of.entityId);
  return marketOn(deps, { ticker, facts, splits: latest.splits }, of.asOf ?? today(deps));
}

/**
 * The quote of a company on the day asked for. Throws 404 when there is no such company that the viewer may know of.
 */
export async function getQuote(deps: ModelDeps, of: ModelsOf): Promise<Terminal["marketData"]> {
  const { facts } = await loadCompanyModels(deps, { ...of, asOf: undefined });
  const ticker = await tickerOf(deps, of.entityId);
  return quoteOn(deps, { ticker, splits: facts.splits }, of.asOf ?? today(deps));
}

/** The model of a company's template, ready to compute. Throws 404 for an unknown company or template. */
export async function loadModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string },
): Promise<Model> {
  const template = getTemplate(of.templateKey);
  return (await loadCompanyModels(deps, of)).model(template);
}

/** The template of a key or an alias. Throws 404 for anything else, naming the nearest. */
export function getTemplate(key: string): Template {
  const template = findTemplate(key);
  if (template !== null) return template;
  const excerpt = key.length <= 80 ? key : `${key.slice(0, 80)}…`;
  const near = didYouMean(nearest(key.slice(0, 80), templateNames));
  throw new ApiError(404, "NOT_FOUND", `Unknown model template "${excerpt}"${near || "."}`);
}

/** Facts and prepared models of a company. Throws 404 when there is no such published entity. */
export async function loadCompanyModels(
  deps: ModelDeps,
  { entityId, asOf, viewer = null }: ModelsOf,
): Promise<CompanyModels> {
  if (asOf !== undefined && asOf > deps.now().toISOString().slice(0, 10)) {
    throw badRequest("asOf must not be in the future");
  }
  const of = { entityId, viewer };
  const document = await findDocument(deps, { entityId, kind: "financials" }, viewer);
  if (document === null) return withoutFilings(await getSubject(deps, of));
  const store = storeOf(deps);
  if (asOf === undefined) {
    const finished = sharedStoreOf(deps)?.finished(document);
    return finished ?? store.latest(document, () => loadLatest(deps, of));
  }
  return store.past(document, `${entityId} ${asOf}`, () => loadPast(deps, of, asOf));
}

async function loadLatest(deps: ModelDeps, of: SubjectOf): Promise<CompanyModels> {
  const subject = await getSubject(deps, of);
  if (subject.cik === null) return withoutFilings(subject);
  const rows = await readModelRows(deps.db, { cik: subject.cik, entityId: of.entityId });
  const { source, timestamp } = await persistedSource(rows, {
    sic: subject.sic,
    registry: deps.registry,
  });
  return companyModels(extractFacts(source), timestamp ?? isoTime(subject.updatedAt));
}

/** Computed apart from this thread, as every view is. Throws 503 as views do. */
async function loadPast(deps: ModelDeps, of: SubjectOf, asOf: string): Promise<CompanyModels> {
  const subject = await getSubject(deps, of);
  const view = { kind: "asOf" as const, date: asOf };
  const outcome = await deps.views.answer(of.entityId, { kind: "modelFacts" }, view, of);
  if (typeof outcome === "string") return withoutFilings(subject);
  const facts = JSON.parse(outcome.identity.toString()) as ModelFacts;
  const { splits } = (await loadCompanyModels(deps, of)).facts;
  const dayWarnings = beforeSplits(splits, asOf);
  return companyModels({ ...facts, sic: subject.sic, dayWarnings }, `${asOf}T00:00:00.000Z`, asOf);
}

/** An entity that the regulator has nothing of: every model says so (MOD-55). */
function withoutFilings({ sic, updatedAt }: ModelSubject): CompanyModels {
  return companyModels({ ...noFacts, sic }, isoTime(updatedAt));
}

type SubjectOf = Pick<ModelsOf, "entityId" | "viewer">;

async function getSubject(
  { db }: ModelDeps,
  { entityId, viewer = null }: SubjectOf,
): Promise<ModelSubject> {
  const subject = await findModelSubject(db, entityId, viewer);
  if (subject === null) throw notFound("Company");
  return subject;
}

/** One store per application: it lives and dies with the document cache that its entries follow. */
const stores = new WeakMap<object, ModelStore>();

/** Within a transaction: the store of all requests, of which only what is finished may be used. */
const sharedStoreOf = ({ documents: { shared } }: ModelDeps): ModelStore | undefined =>
  shared && stores.get(shared);

/** The store of the application that the documents belong to. */
export function storeOf({ documents }: ModelDeps): ModelStore {
  const cached = stores.get(documents);
  if (cached !== undefined) return cached;
  const store = createModelStore();
  stores.set(documents, store);
  return store;
}
