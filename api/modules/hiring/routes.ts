import { applicationEndpoints } from "./applications/routes.ts";
import { matchingEndpoints } from "./matching/routes.ts";
import { portfolioItemEndpoints } from "./portfolio/routes.ts";
import { roleEndpoints } from "./roles/routes.ts";
import { skillEndpoints } from "./skills/routes.ts";

export const hiring = [
  ...roleEndpoints,
  ...applicationEndpoints,
  ...portfolioItemEndpoints,
  ...matchingEndpoints,
  ...skillEndpoints,
];
