import { contentEndpoints } from "./content/routes.ts";
import { invitationEndpoints } from "./invitations/routes.ts";
import { memberEndpoints } from "./members/routes.ts";
import { roomEndpoints } from "./rooms/routes.ts";

export const communities = [
  ...roomEndpoints,
  ...memberEndpoints,
  ...invitationEndpoints,
  ...contentEndpoints,
];
