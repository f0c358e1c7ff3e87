/** What other modules use of communities. An endpoint about one takes `viewer(roomByHandle)` as its access. */
export { removeMember } from "./members/service.ts";
export { roomByHandle } from "./rooms/access.ts";
export type { SeenRoom } from "./rooms/queries.ts";
export { type Community, communitiesQuery, handleParams, joinBody } from "./rooms/schemas.ts";
export { join, listCommunities, presentCommunity } from "./rooms/service.ts";
