import { modelDisclaimer } from "#registry/models/compute.ts";
import type { Model } from "#registry/models/family.ts";
import { readStored, type StoredOverrides } from "#registry/models/stored-overrides.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Warning } from "#schemas/shapes/models/figures.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Caller } from "../../auth/caller.ts";
import type { PageQuery } from "../../data/page.ts";
import { pick } from "../../data/rows.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import {
  checkOverrides,
  computeStored,
  getTemplate,
  loadModel,
  type ModelDeps,
  warmModels,
} from "../models/service.ts";
import { findShared, tokenUnlessShared } from "./queries.ts";
import { areOf, ownScenarios } from "./rows.ts";
import type {
  Scenario,
  ScenarioBody,
  ScenarioChange,
  ScenarioComparison,
  SharedScenario,
} from "./schemas.ts";

export { opensShared, ownsScenario } from "./access.ts";
export { listPlaced, type PlacedScenario } from "./queries.ts";
export {
  forkBody,
  params as scenarioParams,
  scenarioBody,
  scenarioChange,
} from "./schemas.ts";

/** The company and the template of a path. */
interface Of {
  id: string;
  templateKey: string;
}

/** A scenario as it is stored; `subject` of what acts on one. */
type Row = NonNullable<Awaited<ReturnType<typeof ownScenarios.find>>>;
type Values = Partial<Pick<Row, "name" | "assumptions" | "drivers">>;

/** The viewer: the models of an unpublished entity are visible to its team only. */
type Viewer = Caller & { userId: string };

/** A stored scenario and its viewer. */
interface ScenarioForViewer {
  row: Row;
  viewer: Viewer;
}

/** Reads the company's models into memory before the transaction of a request with an Idempotency-Key. */
export const warmOwn = (given: { params: unknown; viewer: Caller | null; deps: ModelDeps }) => {
  const { id: entityId, templateKey } = given.params as Of;
  return warmModels(given.deps, { entityId, templateKey, viewer: given.viewer });
};

/** The same for what a share link shows. */
export async function warmShared(deps: ModelDeps, shareToken: string, viewer: Viewer) {
  const row = await findShared(deps.db, shareToken);
  if (row !== null) await warmModels(deps, { ...row, viewer });
}

/** Own scenarios of a company's template, newest first. Throws 404 for an unknown template or entity. */
export async function listOwnScenarios(
  deps: ModelDeps,
  viewer: Viewer,
  of: Of,
  query: PageQuery,
): Promise<Page<Scenario>> {
  const { key: templateKey } = getTemplate(of.templateKey);
  const model = await loadModel(deps, { entityId: of.id, templateKey, viewer });
  const page = await ownScenarios.list(
    deps.db,
    viewer.userId,
    query,
    areOf({ ...of }) ?? undefined,
  );
  return { ...page, rows: page.rows.map((row) => present(row, model)) };
}

/**
 * Saves overrides that compute takes (SCN-11). Throws 404 as above, 400 as compute does, and 403 where the plan allows
 * no more.
 */
export async function saveScenario(
  deps: ModelDeps,
  { viewer, scenariosMax }: { viewer: Viewer; scenariosMax: number },
  of: Of,
  { name, ...body }: ScenarioBody,
): Promise<Scenario> {
  const { key: templateKey } = getTemplate(of.templateKey);
  const which = { entityId: of.id, templateKey };
  const overrides = await checkOverrides(deps, { ...which, viewer, body });
  const values = { userId: viewer.userId, ...which, name, ...overrides };
  const row = await insertWithin(deps, scenariosMax, values);
  return getScenario(deps, { row, viewer });
}

/** How many scenarios an account has saved. */
export const countScenarios = (db: Db, userId: string): Promise<number> =>
  ownScenarios.count(db, userId);

/** Throws 403 where the account has as many scenarios as its plan allows. */
function insertWithin(
  deps: ModelDeps,
  scenariosMax: number,
  values: Parameters<typeof ownScenarios.insert>[1],
) {
  return deps.db.transaction(async (tx) => {
    if ((await ownScenarios.countLocked(tx, values.userId)) >= scenariosMax) {
      throw forbidden(`The plan allows ${scenariosMax} scenarios: delete one first`);
    }
    return ownScenarios.insert(tx, values);
  });
}

/** The scenario as its owner reads it. */
export const getScenario = async (
  deps: ModelDeps,
  { row, viewer }: ScenarioForViewer,
): Promise<Scenario> => present(row, await loadModel(deps, { ...row, viewer }));

/**
 * Replaces what is given; `token` becomes that of a share link that has none yet. Throws 404 for a scenario that
 * is gone, and 400 as compute does.
 */
export async function changeScenario(
  deps: ModelDeps,
  { row, viewer }: ScenarioForViewer,
  { name, shared, ...given }: ScenarioChange,
  token: string,
): Promise<Scenario> {
  const model = await loadModel(deps, { ...row, viewer });
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(await replaced(deps, { row, viewer }, model, given)),
    ...(shared === undefined ? {} : { shareToken: shared ? tokenUnlessShared(token) : null }),
  };
  const isChange = Object.keys(values).length > 0;
  return present(isChange ? await ownScenarios.update(deps.db, row.id, values) : row, model);
}

/**
 * The overrides as they will stand: those not given stay, without the years that have expired. An override of what has
 * been filed since may stay as it is, and no new one is taken.
 */
async function replaced(
  deps: ModelDeps,
  { row, viewer }: ScenarioForViewer,
  model: Model,
  given: Pick<ScenarioChange, "assumptions" | "drivers">,
): Promise<Values> {
  if (given.assumptions === undefined && given.drivers === undefined) return {};
  const { current, filedSince } = readStored(model, row);
  const isKept = ([key, value]: [string, unknown]) => row.assumptions[key] === value;
  const nextAssumptions = given.assumptions === undefined ? row.assumptions : given.assumptions;
  const keptEntries = isPlain(nextAssumptions)
    ? Object.entries(nextAssumptions).filter(isKept)
    : [];
  const aside = keptEntries.filter(
    ([key]) => current.assumptions[key] === undefined || key in filedSince,
  );
  const without = new Set(aside.map(([key]) => key));
  const assumptions = isPlain(nextAssumptions)
    ? Object.fromEntries(Object.entries(nextAssumptions).filter(([key]) => !without.has(key)))
    : nextAssumptions;
  const drivers = given.drivers === undefined ? current.drivers : given.drivers;
  const { entityId, templateKey } = row;
  const body = { assumptions, drivers };
  const checked = await checkOverrides(deps, { entityId, templateKey, viewer, body });
  const stored = Object.fromEntries(aside.map(([key]) => [key, row.assumptions[key] ?? 0]));
  return { ...checked, assumptions: { ...stored, ...checked.assumptions } };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Which of a filed value and its override counts. */
export interface Settling {
  /** "override" computes with the override of what has been filed since. */
  filed: "use" | "override";
}

/** Deletes a scenario and its share link. Throws 404 for one that is gone. */
export const removeScenario = (db: Db, id: string): Promise<void> => ownScenarios.remove(db, id);

/** The result of a saved scenario as the filings stand. Throws 400 where its overrides no longer go together. */
export const computeScenario = (
  deps: ModelDeps,
  { row, viewer }: ScenarioForViewer,
  { filed }: Settling,
) => computeStored(deps, { ...row, viewer, stored: row, withFiled: filed === "override" });

/** The result that a share link stands for. Throws 404 for an unknown token. */
export async function computeShared(deps: ModelDeps, shareToken: string, { filed }: Settling) {
  const row = await findShared(deps.db, shareToken);
  if (row === null) throw notFound("Shared scenario");
  return computeStored(deps, { ...row, stored: row, withFiled: filed === "override" });
}

/** A copy under another name. Throws 403 where the plan allows no more. */
export const forkScenario = (
  deps: ModelDeps,
  { row, viewer }: ScenarioForViewer,
  { name, scenariosMax }: { name: string; scenariosMax: number },
): Promise<Scenario> => insertCopy(deps, { stored: row, viewer, name, scenariosMax });

/** An own copy of what a share link shows. Throws 404 for an unknown token, and 403 as above. */
export async function forkShared(
  deps: ModelDeps,
  shareToken: string,
  of: { viewer: Viewer; name: string; scenariosMax: number },
): Promise<Scenario> {
  const stored = await findShared(deps.db, shareToken);
  if (stored === null) throw notFound("Shared scenario");
  return insertCopy(deps, { stored, ...of });
}

interface Copy {
  stored: StoredOverrides & { entityId: string; templateKey: string };
  viewer: Viewer;
  name: string;
  scenariosMax: number;
}

async function insertCopy(deps: ModelDeps, { stored, viewer, name, scenariosMax }: Copy) {
  const { entityId, templateKey, assumptions, drivers } = stored;
  const { userId } = viewer;
  const values = { userId, entityId, templateKey, name, assumptions, drivers };
  const row = await insertWithin(deps, scenariosMax, values);
  return getScenario(deps, { row, viewer });
}

/** Own scenarios of one model beside its defaults, in the order asked for; `notFound` are ids of none of them. */
export async function compareScenarios(
  deps: ModelDeps,
  viewer: Viewer,
  of: Of,
  { ids, filed }: Settling & { ids: readonly string[] },
): Promise<{ columns: ScenarioComparison[]; notFound: string[] }> {
  const { key: templateKey } = getTemplate(of.templateKey);
  const stored = { assumptions: {}, drivers: {} };
  const asked = { entityId: of.id, templateKey, viewer, stored, withFiled: false };
  const standard = await computeStored(deps, asked);
  const scenarios = await Promise.all(
    ids.map((id) => ownScenarios.find(deps.db, id, viewer.userId, { ...of })),
  );
  const rows = scenarios.filter((row) => row !== null);
  const results = await Promise.all(
    rows.map((row) => computeScenario(deps, { row, viewer }, { filed })),
  );
  const base = comparedOf(null, "Defaults", standard, stored);
  const others = rows.map((row, index) => {
    const result = results[index];
    if (result === undefined) throw new Error("a result for each scenario");
    return comparedOf(row.id, row.name, result, row);
  });
  return {
    columns: [base, ...others],
    notFound: ids.filter((_, index) => scenarios[index] === null),
  };
}

const comparedOf = (
  scenarioId: string | null,
  name: string,
  result: ModelResult,
  { assumptions, drivers }: StoredOverrides,
): ScenarioComparison => ({
  scenarioId,
  name,
  assumptions,
  drivers,
  ...pick(result, "state", "stateReason", "valuation", "valuationRange", "rateResult", "warnings"),
});

/** What a share link shows: name and overrides, never whose they are. Throws 404 for an unknown token. */
export async function openShared(deps: ModelDeps, shareToken: string): Promise<SharedScenario> {
  const row = await findShared(deps.db, shareToken);
  if (row === null) throw notFound("Shared scenario");
  const read = readStored(await loadModel(deps, row), row);
  const { drivers } = read.current;
  return { ...row, drivers, warnings: told(read.warnings), disclaimer: modelDisclaimer };
}

/** Years that have expired are left out; an override of what has been filed since stays. */
function present(row: Row, model: Model): Scenario {
  const { current, warnings } = readStored(model, row);
  return { ...row, drivers: current.drivers, warnings: told(warnings) };
}

const told = (warnings: readonly Warning[]) => warnings as Scenario["warnings"];
