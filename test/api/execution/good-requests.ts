import type { GoodRequest, MakeRequests } from "../../helpers/good-requests.ts";
import { makeTeamEntity } from "../../helpers/people.ts";

const days = { startDate: "2026-01-01", endDate: "2026-03-31" };
const cycle = { label: "Q1", ...days };
const goal = { title: "First sale", category: "revenue", goalType: "manual" };
const baseline = { asOf: "2026-01-01", metrics: [{ name: "Revenue", value: "10", unit: "USD" }] };

export const requests: MakeRequests = ({ app, owner: { headers }, team }) => {
  const of = "/v2/entities/:entityId/execution";
  const post = async (url: string, payload: object) =>
    (await app.send({ method: "POST", url, headers, payload })).json().data.id as string;
  const entity = async (): Promise<{ entityId: string; path: string }> => {
    const entityId = await makeTeamEntity(app, team);
    return { entityId, path: `/v2/entities/${entityId}/execution` };
  };
  /** Of a new entity; with `part` of something new of it, under this name. */
  const ofNew =
    (payload?: object, part?: readonly [name: string, path: string, body: object]) =>
    async (): Promise<GoodRequest> => {
      const { entityId, path } = await entity();
      const parameters: Record<string, string> = { entityId };
      if (part !== undefined) {
        const [name, at, body] = part;
        const cycleId = at.includes(":cycle") ? await post(`${path}/cycles`, cycle) : "";
        parameters[name] = await post(`${path}/${at.replace(":cycle", cycleId)}`, body);
      }
      return { parameters, ...(payload === undefined ? {} : { payload }) };
    };
  const newCycle = ["cycleId", "cycles", cycle] as const;
  const newGoal = ["goalId", "cycles/:cycle/goals", goal] as const;
  const newSeason = ["seasonId", "seasons", cycle] as const;
  const newCommitment = ["id", "commitments", { title: "Call" }] as const;
  return {
    "GET /api/v1/execution/:entityId/cycles": ofNew(),
    "POST /api/v1/execution/cycles": async () => ({
      payload: { ...cycle, entityId: (await entity()).entityId },
    }),
    "GET /api/v1/execution/cycles/:cycleId/goals": ofNew(undefined, newCycle),
    "POST /api/v1/execution/goals": async () => {
      const { entityId, path } = await entity();
      return { payload: { ...goal, entityId, cycleId: await post(`${path}/cycles`, cycle) } };
    },
    [`GET ${of}/cycles`]: ofNew(),
    [`POST ${of}/cycles`]: ofNew(cycle),
    [`GET ${of}/cycles/:cycleId`]: ofNew(undefined, newCycle),
    [`PATCH ${of}/cycles/:cycleId`]: ofNew({ label: "Spring" }, newCycle),
    [`GET ${of}/cycles/:cycleId/goals`]: ofNew(undefined, newCycle),
    [`POST ${of}/cycles/:cycleId/goals`]: ofNew(goal, newCycle),
    [`GET ${of}/goals/:goalId`]: ofNew(undefined, newGoal),
    [`PATCH ${of}/goals/:goalId`]: ofNew({ currentValue: 5 }, newGoal),
    [`DELETE ${of}/goals/:goalId`]: ofNew(undefined, newGoal),
    [`GET ${of}/baseline`]: async () => {
      const { entityId, path } = await entity();
      const url = `${path}/baseline`;
      await app.send({ method: "PUT", url, headers, payload: baseline });
      return { parameters: { entityId } };
    },
    [`PUT ${of}/baseline`]: ofNew(baseline),
    [`GET ${of}/baseline/versions`]: ofNew(),
    [`GET ${of}/seasons`]: ofNew(),
    [`POST ${of}/seasons`]: ofNew(cycle),
    [`GET ${of}/seasons/:seasonId`]: ofNew(undefined, newSeason),
    [`PATCH ${of}/seasons/:seasonId`]: ofNew({ label: "Spring" }, newSeason),
    [`GET ${of}/commitments`]: ofNew(),
    [`POST ${of}/commitments`]: ofNew({ title: "Call" }),
    [`GET ${of}/commitments/:id`]: ofNew(undefined, newCommitment),
    [`PATCH ${of}/commitments/:id`]: ofNew({ status: "done" }, newCommitment),
    [`GET ${of}/calendar`]: ofNew(),
  };
};
