/**
 * Who sees a community and who may join it: by hand, from the tables of the specification (COM-10 to COM-24). A row has
 * one outcome for each of `viewers`, in their order.
 *
 * - 401: nobody is signed in. 302: a browser is sent to sign in.
 * - 404: for this viewer the room does not exist. 403: known, but not allowed. 409: allowed, but not in this state.
 * - ok, or what the answer says: yes and no for "is in the list", joined, requested, left.
 */
export const viewers = [
  "anonymous",
  "stranger",
  "invited",
  "requester",
  "removed",
  "member",
  "admin",
  "owner",
] as const;
export type Viewer = (typeof viewers)[number];

/** What a viewer reads of a room. */
export const reads = [
  "profile",
  "page",
  "discover",
  "mine",
  "room",
  "settings",
  "messages",
  "resources",
  "members",
  "join requests",
  "invitations",
] as const;
type Read = (typeof reads)[number];

const insideKnown = "401 403 403 403 403 ok ok ok";
const insideHidden = "401 404 404 404 404 ok ok ok";
const adminsKnown = "401 403 403 403 403 403 ok ok";
const adminsHidden = "401 404 404 404 404 403 ok ok";
const inside = (row: string) =>
  ({ room: row, settings: row, messages: row, resources: row, members: row }) as const;
const administration = (row: string) => ({ "join requests": row, invitations: row }) as const;

const mine = "401 no no no no yes yes yes";
const listed = "401 yes yes yes yes yes yes yes";
const notListed = "401 no no no no no no no";
const known = {
  profile: "401 ok ok ok ok ok ok ok",
  page: "302 ok ok ok ok ok ok ok",
  mine,
  ...inside(insideKnown),
  ...administration(adminsKnown),
};

/** The discovery table, for an open room. A closed room is in nobody's discovery; the rest stays. */
export const discoveryTable: Record<string, Record<Read, string>> = {
  private: {
    profile: "401 404 404 404 404 ok ok ok",
    page: "302 404 404 404 404 ok ok ok",
    discover: notListed,
    mine,
    ...inside(insideHidden),
    ...administration(adminsHidden),
  },
  unlisted: { ...known, discover: notListed },
  discoverable: { ...known, discover: listed },
  public_profile: { ...known, discover: listed },
};
export const discoverWhereClosed = notListed;

/** What a viewer does. */
export const acts = ["join", "request", "leave"] as const;
type Act = (typeof acts)[number];

/** The owner is the last one, and stays. */
const leave = "401 403 403 403 403 left left 409";
/** Members are in; the others wait until the room is reopened. */
const closed = {
  join: "401 409 409 409 409 joined joined joined",
  request: "401 409 409 409 409 409 409 409",
  leave,
};
const invitation = {
  join: "401 403 joined 403 403 joined joined joined",
  request: "401 403 409 403 403 409 409 409",
  leave,
};
const review = {
  join: "401 requested joined requested requested joined joined joined",
  request: "401 requested 409 requested requested 409 409 409",
  leave,
};

/** The joining table, by joining, security mode and state, for a viewer who may know of the room. */
export const joiningTable: Record<string, Record<Act, string>> = {
  "invite_only private open": invitation,
  "invite_only regulated open": invitation,
  "request private open": review,
  "request regulated open": review,
  "open private open": {
    join: "401 joined joined joined requested joined joined joined",
    request: "401 409 409 409 requested 409 409 409",
    leave,
  },
  "invite_only private closed": closed,
  "invite_only regulated closed": closed,
  "request private closed": closed,
  "request regulated closed": closed,
  "open private closed": closed,
};

/** The act by those who may not know of the room, and by members, to whom it is like any other. */
export const whereHidden = (row: string): string =>
  row.replace(/^401 \S+ \S+ \S+ \S+/, "401 404 404 404 404");
