import { baselineEndpoints } from "./baseline/routes.ts";
import { followEndpoints } from "./follows/routes.ts";
import { listingEndpoints } from "./listings/routes.ts";

export const startups = [...listingEndpoints, ...baselineEndpoints, ...followEndpoints];
