import { saveEndpoints, watchlistEndpoints } from "./keeping/routes.ts";
import { mandateEndpoints } from "./mandates/routes.ts";
import { noteEndpoints } from "./notes/routes.ts";
import { suggestionEndpoints } from "./suggestions/routes.ts";

export const investors = [
  ...watchlistEndpoints,
  ...saveEndpoints,
  ...noteEndpoints,
  ...mandateEndpoints,
  ...suggestionEndpoints,
];
