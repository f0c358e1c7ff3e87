/**
 * Who may do what, in the words that the modules' `access.ts` are written with: by hand, from the specification and
 * its resolutions (A-20, A-25, A-28, A-33, A-38, AUT-12 to AUT-28, O-04, O-06). A row has one outcome for each of
 * `principals`, in their order. What an operation is about belongs to the owner, and entities are not published.
 * `ok` is any success.
 *
 * - 401: no credential where one is needed.
 * - 404: a thing of another account, of which the caller may not know.
 * - 403: known to the caller, who may not do this; or a key without the scope.
 * - `-`: not asked (an OAuth client proves itself in its own way).
 */
export const principals = [
  "anonymous",
  "stranger",
  "member",
  "permitted",
  "owner",
  "readOnlyKey",
] as const;

export const everybody = "ok ok ok ok ok ok";
/** About the caller's own account: every account has one; writing takes the scope. */
export const ownRead = "401 ok ok ok ok ok";
export const ownWrite = "401 ok ok ok ok 403";
/** A private thing of the owner. */
export const privateRead = "401 404 404 404 ok ok";
/** The same, where what is public needs no account: for the rest a private thing is none. */
export const privateOrPublicRead = "404 404 404 404 ok ok";
export const privateWrite = "401 404 404 404 ok 403";
/** Things of an entity's team: for its members, for holders of the permission, for its owners and admins. */
export const memberRead = "401 404 ok ok ok ok";
export const memberWrite = "401 404 ok ok ok 403";
export const permittedRead = "401 404 403 ok ok ok";
export const permittedWrite = "401 404 403 ok ok 403";
export const managerRead = "401 404 403 403 ok ok";
export const managerWrite = "401 404 403 403 ok 403";
/** For an OAuth client. */
export const client = "ok - - - - -";
