import { findTemplate } from "#registry/models/catalogue.ts";
import { modelDisclaimer } from "#registry/models/result.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { PageQuery } from "../../data/page.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { checkOverrides, getTemplate, type ModelDeps, projectedYears } from "../models/service.ts";
import {
  countScenarios,
  deleteScenario,
  findScenario,
  findShared,
  insertScenario,
  listScenarios,
  type OwnScenario,
  type OwnScenarios,
  type ScenarioRow,
  type ScenarioValues,
  shareScenario,
  unshareScenario,
  updateScenario,
} from "./queries.ts";
import type { Scenario, ScenarioChange, SharedScenario } from "./schemas.ts";

/** Own scenarios of a company's template, newest first. Throws 404 for an unknown template or entity. */
export async function listOwnScenarios(
  deps: ModelDeps,
  own: OwnScenarios,
  query: PageQuery,
): Promise<Page<Scenario>> {
  const { key: templateKey } = getTemplate(own.templateKey);
  const years = await projectedYears(deps, { entityId: own.entityId, templateKey });
  const found = await listScenarios(deps.db, { ...own, templateKey }, query);
  return { ...found, rows: found.rows.map((row) => present(row, years)) };
}

/**
 * Saves overrides that compute takes (SCN-11). Throws 404 as above, 400 as compute does, and 403 where the plan allows
 * no more.
 */
export async function saveScenario(
  deps: ModelDeps,
  { scenariosMax, ...own }: OwnScenarios & { scenariosMax: number },
  { name, ...body }: { name: string; assumptions?: unknown; drivers?: unknown },
): Promise<Scenario> {
  const { key: templateKey } = getTemplate(own.templateKey);
  const of = { entityId: own.entityId, templateKey };
  const overrides = await checkOverrides(deps, { ...of, body });
  const row = await deps.db.transaction(async (tx) => {
    if ((await countScenarios(tx, own.userId)) >= scenariosMax) {
      throw forbidden(`The plan allows ${scenariosMax} scenarios: delete one first`);
    }
    return insertScenario(tx, { ...own, templateKey, name, ...overrides });
  });
  return present(row, await projectedYears(deps, of));
}

/** Throws 404 for a scenario that is not the account's, or is not of this company and template. */
export async function getScenario(deps: ModelDeps, named: OwnScenario): Promise<Scenario> {
  const own = canonical(named);
  return present(await getRow(deps, own), await projectedYears(deps, own));
}

/**
 * Replaces what is given; `token` becomes that of a share link that has none yet. Throws 404 for a scenario that
 * is not the caller's here, and 400 as compute does.
 */
export async function changeScenario(
  deps: ModelDeps,
  named: OwnScenario,
  { name, shared, ...given }: ScenarioChange,
  token: string,
): Promise<Scenario> {
  const own = canonical(named);
  const row = await getRow(deps, own);
  const years = await projectedYears(deps, own);
  const values: ScenarioValues = {
    ...(name === undefined ? {} : { name }),
    ...(await replaced(deps, own, { row, years, given })),
  };
  const isChange = Object.keys(values).length > 0;
  let last = isChange ? await updateScenario(deps.db, own, values) : row;
  if (shared === true) last = await shareScenario(deps.db, own, token);
  if (shared === false) last = await unshareScenario(deps.db, own);
  if (last === null) throw unknownScenario();
  return present(last, years);
}

/** The overrides as they will stand: those not given stay, without the years that have expired. */
async function replaced(
  deps: ModelDeps,
  own: OwnScenario,
  change: {
    row: ScenarioRow;
    years: readonly number[];
    given: { assumptions?: unknown; drivers?: unknown };
  },
): Promise<ScenarioValues> {
  const { row, years, given } = change;
  if (given.assumptions === undefined && given.drivers === undefined) return {};
  const body = {
    assumptions: given.assumptions === undefined ? row.assumptions : given.assumptions,
    drivers: given.drivers === undefined ? withinYears(row.drivers, years).drivers : given.drivers,
  };
  return checkOverrides(deps, { entityId: own.entityId, templateKey: own.templateKey, body });
}

/** Makes a share link with the token; one that is there stays. Throws 404 as above. */
export async function shareOwnScenario(
  deps: ModelDeps,
  named: OwnScenario,
  token: string,
): Promise<Scenario> {
  const own = canonical(named);
  const row = await shareScenario(deps.db, own, token);
  if (row === null) throw unknownScenario();
  return present(row, await projectedYears(deps, own));
}

/** Ends the share link at once; without one nothing changes. Throws 404 as above. */
export async function unshareOwnScenario(deps: ModelDeps, named: OwnScenario): Promise<Scenario> {
  const own = canonical(named);
  const row = await unshareScenario(deps.db, own);
  if (row === null) throw unknownScenario();
  return present(row, await projectedYears(deps, own));
}

/** Deletes it and its share link. Throws 404 as above. */
export async function removeScenario(
  { db }: ModelDeps,
  named: OwnScenario,
): Promise<{ scenarioId: string; deleted: true }> {
  const own = canonical(named);
  if (!(await deleteScenario(db, own))) throw unknownScenario();
  return { scenarioId: own.scenarioId, deleted: true };
}

/** What a share link shows: name and overrides, never whose they are. Throws 404 for an unknown token. */
export async function openShared(deps: ModelDeps, shareToken: string): Promise<SharedScenario> {
  const row = await findShared(deps.db, shareToken);
  if (row === null) throw notFound("Shared scenario");
  const years = await projectedYears(deps, row);
  return { ...row, ...withinYears(row.drivers, years), disclaimer: modelDisclaimer };
}

// Somebody else's scenario, one under another path and one of an unknown template are one answer.
const unknownScenario = () => notFound("Scenario");

function canonical(own: OwnScenario): OwnScenario {
  const template = findTemplate(own.templateKey);
  if (template === null) throw unknownScenario();
  return { ...own, templateKey: template.key };
}

async function getRow({ db }: ModelDeps, own: OwnScenario): Promise<ScenarioRow> {
  const row = await findScenario(db, own);
  if (row === null) throw unknownScenario();
  return row;
}

const present = (row: ScenarioRow, years: readonly number[]): Scenario => ({
  ...row,
  ...withinYears(row.drivers, years),
});

/** Driver cells of the years still ahead, and a warning for those that newer filings have overtaken (models.md 5.3). */
function withinYears(
  drivers: ScenarioRow["drivers"],
  years: readonly number[],
): Pick<Scenario, "drivers" | "warnings"> {
  const expired = new Set<string>();
  const isAhead = ([year]: [string, number]) => {
    if (years.includes(Number(year))) return true;
    expired.add(year);
    return false;
  };
  const kept = Object.entries(drivers).flatMap(([name, cells]) => {
    const ahead = Object.entries(cells).filter(isAhead);
    return ahead.length === 0 ? [] : [[name, Object.fromEntries(ahead)] as const];
  });
  const message = `No longer projected: ${[...expired].sort().join(", ")}. Overrides of those years are left out.`;
  return {
    drivers: Object.fromEntries(kept),
    warnings: expired.size === 0 ? [] : [{ code: "scenario_year_expired", message }],
  };
}
