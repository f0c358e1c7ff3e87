import { allowed, via } from "../../auth/access.ts";
import { findOwnPlaced, findSharedPlaced, type PlacedScenario } from "./queries.ts";

/** The account that saved the scenario, whatever company and model it is of. */
export const ownsScenario = allowed<PlacedScenario>(
  "owner",
  () => "yes",
  via(
    {
      name: "Scenario",
      find: async (db, id, _params, caller) =>
        caller?.userId ? findOwnPlaced(db, { id, userId: caller.userId }) : null,
    },
    "scenarioId",
  ),
);

/** Who has the share link, which ends while the company is not public. */
export const opensShared = allowed<PlacedScenario>(
  "holder of the link",
  () => "yes",
  via({ name: "Shared scenario", find: (db, token) => findSharedPlaced(db, token) }, "shareToken"),
);
