import { memberRead, memberWrite } from "../kernel/access-words.ts";

const of = "/v2/entities/:entityId/execution";

/** What a team plans is for all of its members and for nobody else. */
export const access: Record<string, string> = {
  "GET /api/v1/execution/:entityId/cycles": memberRead,
  "POST /api/v1/execution/cycles": memberWrite,
  "GET /api/v1/execution/cycles/:cycleId/goals": memberRead,
  "POST /api/v1/execution/goals": memberWrite,
  [`GET ${of}/cycles`]: memberRead,
  [`POST ${of}/cycles`]: memberWrite,
  [`GET ${of}/cycles/:cycleId`]: memberRead,
  [`PATCH ${of}/cycles/:cycleId`]: memberWrite,
  [`GET ${of}/cycles/:cycleId/goals`]: memberRead,
  [`POST ${of}/cycles/:cycleId/goals`]: memberWrite,
  [`GET ${of}/goals/:goalId`]: memberRead,
  [`PATCH ${of}/goals/:goalId`]: memberWrite,
  [`DELETE ${of}/goals/:goalId`]: memberWrite,
  [`GET ${of}/baseline`]: memberRead,
  [`PUT ${of}/baseline`]: memberWrite,
  [`GET ${of}/baseline/versions`]: memberRead,
  [`GET ${of}/seasons`]: memberRead,
  [`POST ${of}/seasons`]: memberWrite,
  [`GET ${of}/seasons/:seasonId`]: memberRead,
  [`PATCH ${of}/seasons/:seasonId`]: memberWrite,
  [`GET ${of}/commitments`]: memberRead,
  [`POST ${of}/commitments`]: memberWrite,
  [`GET ${of}/commitments/:id`]: memberRead,
  [`PATCH ${of}/commitments/:id`]: memberWrite,
  [`GET ${of}/calendar`]: memberRead,
};
