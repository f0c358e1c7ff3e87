/** What other modules use of communities. An endpoint about one takes `viewer(roomByHandle)` as its access. */
export { roomByHandle } from "./rooms/access.ts";
export { type Community, handleParams } from "./rooms/schemas.ts";
export { presentCommunity } from "./rooms/service.ts";
