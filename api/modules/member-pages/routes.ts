import { communityPages } from "./communities/routes.ts";
import { notificationPages } from "./notifications/routes.ts";
import { peoplePages } from "./people/routes.ts";
import { rolePages } from "./roles/routes.ts";
import { scenarioPages } from "./scenarios/routes.ts";
import { screenPages } from "./screens/routes.ts";
import { startupPages } from "./startups/routes.ts";
import { teamPages } from "./teams/routes.ts";
import { watchedPages } from "./watched/routes.ts";

/** Pages that ask for a sign-in: each decides by the access word of the same read in the API. */
export const memberPages = [
  ...watchedPages,
  ...rolePages,
  ...startupPages,
  ...teamPages,
  ...communityPages,
  ...peoplePages,
  ...notificationPages,
  ...scenarioPages,
  ...screenPages,
];
