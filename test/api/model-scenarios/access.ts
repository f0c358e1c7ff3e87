import { everybody, ownRead, ownWrite, privateRead, privateWrite } from "../kernel/access-words.ts";

/** An account's own scenarios only. */
export const access: Record<string, string> = {
  "GET /v2/entities/:id/models/:templateKey/scenarios": ownRead,
  "POST /v2/entities/:id/models/:templateKey/scenarios": ownWrite,
  "GET /v2/entities/:id/models/:templateKey/scenarios/:scenarioId": privateRead,
  "PATCH /v2/entities/:id/models/:templateKey/scenarios/:scenarioId": privateWrite,
  "DELETE /v2/entities/:id/models/:templateKey/scenarios/:scenarioId": privateWrite,
  "POST /v2/entities/:id/models/:templateKey/scenarios/:scenarioId/share": privateWrite,
  "DELETE /v2/entities/:id/models/:templateKey/scenarios/:scenarioId/share": privateWrite,
  "GET /v2/entities/:id/models/:templateKey/compare": ownRead,
  "POST /v2/entities/:id/models/:templateKey/scenarios/:scenarioId/compute": privateWrite,
  "POST /v2/entities/:id/models/:templateKey/scenarios/:scenarioId/fork": privateWrite,
  "GET /v2/model-scenarios/shared/:shareToken": everybody,
  "GET /v2/model-scenarios/shared/:shareToken/result": everybody,
  "POST /v2/model-scenarios/shared/:shareToken/fork": ownWrite,
};
