import { modelDisclaimer } from "#registry/models/result.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Caller } from "../../auth/caller.ts";
import type { PageQuery } from "../../data/page.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { checkOverrides, getTemplate, type ModelDeps, projectedYears } from "../models/service.ts";
import { findShared, tokenUnlessShared } from "./queries.ts";
import { areOf, ownScenarios } from "./rows.ts";
import type { Scenario, ScenarioBody, ScenarioChange, SharedScenario } from "./schemas.ts";

/** The company and the template of a path. */
interface Of {
  id: string;
  templateKey: string;
}

/** A scenario as it is stored; `subject` of what acts on one. */
type Row = NonNullable<Awaited<ReturnType<typeof ownScenarios.find>>>;
type Values = Partial<Pick<Row, "name" | "assumptions" | "drivers">>;

/** Who asks: the models of an entity that is not published are there for its team. */
type Viewer = Caller & { userId: string };

/** A stored scenario, and who asks for it. */
interface Asked {
  row: Row;
  viewer: Viewer;
}

/** Own scenarios of a company's template, newest first. Throws 404 for an unknown template or entity. */
export async function listOwnScenarios(
  deps: ModelDeps,
  viewer: Viewer,
  of: Of,
  query: PageQuery,
): Promise<Page<Scenario>> {
  const { key: templateKey } = getTemplate(of.templateKey);
  const years = await projectedYears(deps, { entityId: of.id, templateKey, viewer });
  const found = await ownScenarios.list(
    deps.db,
    viewer.userId,
    query,
    areOf({ ...of }) ?? undefined,
  );
  return { ...found, rows: found.rows.map((row) => present(row, years)) };
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
  const { userId } = viewer;
  const row = await deps.db.transaction(async (tx) => {
    if ((await ownScenarios.countLocked(tx, userId)) >= scenariosMax) {
      throw forbidden(`The plan allows ${scenariosMax} scenarios: delete one first`);
    }
    return ownScenarios.insert(tx, { userId, ...which, name, ...overrides });
  });
  return getScenario(deps, { row, viewer });
}

/** The scenario as its owner reads it. */
export const getScenario = async (deps: ModelDeps, { row, viewer }: Asked): Promise<Scenario> =>
  present(row, await projectedYears(deps, { ...row, viewer }));

/**
 * Replaces what is given; `token` becomes that of a share link that has none yet. Throws 404 for a scenario that
 * is gone, and 400 as compute does.
 */
export async function changeScenario(
  deps: ModelDeps,
  { row, viewer }: Asked,
  { name, shared, ...given }: ScenarioChange,
  token: string,
): Promise<Scenario> {
  const years = await projectedYears(deps, { ...row, viewer });
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(await replaced(deps, { row, viewer }, years, given)),
    ...(shared === undefined ? {} : { shareToken: shared ? tokenUnlessShared(token) : null }),
  };
  const isChange = Object.keys(values).length > 0;
  return present(isChange ? await ownScenarios.update(deps.db, row.id, values) : row, years);
}

/** The overrides as they will stand: those not given stay, without the years that have expired. */
async function replaced(
  deps: ModelDeps,
  { row, viewer }: Asked,
  years: readonly number[],
  given: Pick<ScenarioChange, "assumptions" | "drivers">,
): Promise<Values> {
  if (given.assumptions === undefined && given.drivers === undefined) return {};
  const body = {
    assumptions: given.assumptions === undefined ? row.assumptions : given.assumptions,
    drivers: given.drivers === undefined ? withinYears(row.drivers, years).drivers : given.drivers,
  };
  const { entityId, templateKey } = row;
  return checkOverrides(deps, { entityId, templateKey, viewer, body });
}

/** What a share link shows: name and overrides, never whose they are. Throws 404 for an unknown token. */
export async function openShared(deps: ModelDeps, shareToken: string): Promise<SharedScenario> {
  const row = await findShared(deps.db, shareToken);
  if (row === null) throw notFound("Shared scenario");
  const years = await projectedYears(deps, row);
  return { ...row, ...withinYears(row.drivers, years), disclaimer: modelDisclaimer };
}

const present = (row: Row, years: readonly number[]): Scenario => ({
  ...row,
  ...withinYears(row.drivers, years),
});

/** Driver cells of the years still ahead, and a warning for those that newer filings have overtaken (models.md 5.3). */
function withinYears(
  drivers: Row["drivers"],
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
