import type { ModelResult } from "#registry/models/answers/result.ts";
import { findTemplate, type Template } from "#registry/models/catalogue.ts";
import { computeModel, runModel } from "#registry/models/compute.ts";
import type { Model } from "#registry/models/family.ts";
import { extractFacts, type ModelFacts, noFacts } from "#registry/models/inputs/facts.ts";
import { normalisedKey } from "#registry/models/inputs/normalised.ts";
import type { ListingEntry } from "#registry/models/listing.ts";
import { OverrideError, parseOverrides } from "#registry/models/overrides.ts";
import {
  readStored,
  type StoredOverrides,
  storedOverrides,
} from "#registry/models/stored-overrides.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, badRequest, notFound } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import { findDocument } from "../companies/service.ts";
import { persistedSource } from "./model-source.ts";
import {
  type CompanyModels,
  companyModels,
  createModelStore,
  type ModelBytes,
  type ModelStore,
} from "./model-store.ts";
import { findModelSubject, type ModelSubject, readModelRows } from "./queries.ts";

/** The shape of an answer, for modules that answer with one. */
export { modelResult } from "./schemas.ts";

export type ModelDeps = Pick<Deps, "db" | "documents" | "views" | "now">;

/** Which company, and as of which day: undefined is what is known now. */
export interface ModelsOf {
  entityId: string;
  asOf?: string | undefined;
  /** Who looks: an entity that is not published is there for its team. */
  viewer?: Caller | null | undefined;
}

/** All templates with what the company's filings give them. Throws 404 for an unknown entity. */
export async function listCompanyModels(deps: ModelDeps, of: ModelsOf): Promise<ListingEntry[]> {
  return (await loadCompanyModels(deps, of)).listing();
}

/** The default answer as bytes. Throws 404 for an unknown template or entity. */
export async function getDefaultModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; earnings?: "normalised" | "reported" },
): Promise<ModelBytes> {
  const template = getTemplate(of.templateKey);
  const models = await loadCompanyModels(deps, of);
  const isReported =
    of.earnings === "reported" && models.model(template).table.byKey.has(normalisedKey);
  const key = `${template.key} ${of.entityId} ${of.asOf ?? ""} ${isReported}`;
  const body = isReported ? { assumptions: { [normalisedKey]: 0 } } : undefined;
  return storeOf(deps).bytes(key, models, { template, body });
}

/** JSON text of what a compute body as it was sent gives. Throws 404 as above and 400 for what it refuses. */
export async function computeCompanyModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; body: unknown },
): Promise<string> {
  const template = getTemplate(of.templateKey);
  const models = await loadCompanyModels(deps, of);
  try {
    // A request without a body reaches handlers as null.
    const result = computeModel(models.model(template), of.body ?? undefined);
    return models.write(template, result);
  } catch (error) {
    throw error instanceof OverrideError ? badRequest(error.message) : error;
  }
}

/** Overrides that compute takes, as plain data to keep. Throws 404 as above and 400 for what it refuses. */
export async function checkOverrides(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; body: unknown },
): Promise<{
  assumptions: Record<string, number>;
  drivers: Record<string, Record<string, number>>;
}> {
  const template = getTemplate(of.templateKey);
  const model = (await loadCompanyModels(deps, of)).model(template);
  try {
    const overrides = parseOverrides(of.body, model);
    runModel(model, overrides);
    const drivers = [...overrides.drivers].map(([name, cells]) => [name, plain(cells)] as const);
    return { assumptions: plain(overrides.assumptions), drivers: Object.fromEntries(drivers) };
  } catch (error) {
    throw error instanceof OverrideError ? badRequest(error.message) : error;
  }
}

const plain = (numbers: ReadonlyMap<string | number, number>): Record<string, number> =>
  Object.fromEntries(numbers);

/** The model of a company's template, ready to compute. Throws 404 as above. */
export async function loadModel(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string },
): Promise<Model> {
  const template = getTemplate(of.templateKey);
  return (await loadCompanyModels(deps, of)).model(template);
}

/** The result of stored overrides, with what has been filed since told. Throws 404 as above and 400 where they clash. */
export async function computeStored(
  deps: ModelDeps,
  of: ModelsOf & { templateKey: string; stored: StoredOverrides; withFiled: boolean },
): Promise<ModelResult> {
  const model = await loadModel(deps, of);
  const read = readStored(model, of.stored);
  try {
    const result = runModel(model, storedOverrides(model, read, of.withFiled));
    return { ...result, warnings: [...read.warnings, ...result.warnings] };
  } catch (error) {
    throw error instanceof OverrideError ? badRequest(error.message) : error;
  }
}

/** The template of a key or an alias. Throws 404 for anything else. */
export function getTemplate(key: string): Template {
  const template = findTemplate(key);
  if (template !== null) return template;
  const shown = key.length <= 80 ? key : `${key.slice(0, 80)}…`;
  throw new ApiError(404, "NOT_FOUND", `Unknown model template "${shown}".`);
}

/** Facts and prepared models of a company. Throws 404 when there is no such published entity. */
export async function loadCompanyModels(
  deps: ModelDeps,
  { entityId, asOf, viewer = null }: ModelsOf,
): Promise<CompanyModels> {
  if (asOf !== undefined && asOf > deps.now().toISOString().slice(0, 10)) {
    throw badRequest("asOf must not be a day to come");
  }
  const of = { entityId, viewer };
  const found = await findDocument(deps, { entityId, kind: "financials" }, viewer);
  if (found === null) return withoutFilings(await getSubject(deps, of));
  const { document } = found;
  const store = storeOf(deps);
  if (asOf === undefined) return store.latest(document, () => loadLatest(deps, of));
  return store.past(document, `${entityId} ${asOf}`, () => loadPast(deps, of, asOf));
}

async function loadLatest(deps: ModelDeps, of: SubjectOf): Promise<CompanyModels> {
  const subject = await getSubject(deps, of);
  if (subject.cik === null) return withoutFilings(subject);
  const rows = await readModelRows(deps.db, { cik: subject.cik, entityId: of.entityId });
  const { source, timestamp } = await persistedSource(rows, subject.sic);
  return companyModels(extractFacts(source), timestamp ?? isoTime(subject.updatedAt));
}

/** Computed apart from this thread, as every view is. Throws 503 as views do. */
async function loadPast(deps: ModelDeps, of: SubjectOf, asOf: string): Promise<CompanyModels> {
  const subject = await getSubject(deps, of);
  const view = { kind: "asOf" as const, date: asOf };
  const outcome = await deps.views.answer(of.entityId, { kind: "modelFacts" }, view, of);
  if (typeof outcome === "string") return withoutFilings(subject);
  const facts = JSON.parse(outcome.identity.toString()) as ModelFacts;
  return companyModels({ ...facts, sic: subject.sic }, `${asOf}T00:00:00.000Z`, asOf);
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

function storeOf({ documents }: ModelDeps): ModelStore {
  const known = stores.get(documents);
  if (known !== undefined) return known;
  const made = createModelStore();
  stores.set(documents, made);
  return made;
}
