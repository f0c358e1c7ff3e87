import { anyone, can, member, viewer } from "#api/auth/access.ts";
import { checkRule } from "#api/auth/rules.ts";
import { list, one, withMeta } from "#api/http/answers.ts";
import { readEndpoint, reads, writeEndpoint, writes } from "../endpoint.ts";
import { roleOfEntity, seenRole } from "./access.ts";
import { roleMoves } from "./moves.ts";
import { listEntityRoles } from "./queries.ts";
import * as shapes from "./schemas.ts";
import * as service from "./service.ts";

const mayManage = can("manage_hiring_roles", "entityId");
const createdRole = withMeta(shapes.roleShape, shapes.roleMeta, {
  location: "/api/v1/hiring/roles/:id",
});
const role = withMeta(shapes.roleShape, shapes.roleMeta);

export const roleEndpoints = [
  readEndpoint({
    at: "GET /hiring/roles",
    name: "listPublicRoles",
    ...reads,
    summary: "Search published public roles",
    description:
      "Newest first; with `search` best first: words of title and description, titles weighing more, and where no role has the words those with a similar title. A search ranks the newest 500 roles with the words in their title and the newest 500 with them anywhere; `total` counts the ranked ones. Shows the name of the hiring entity.",
    access: anyone,
    query: shapes.rolesQuery,
    answers: list(shapes.roleItem),
    handle: ({ query, deps }) => service.findPublicRoles(deps.db, query),
  }),

  writeEndpoint({
    at: "POST /hiring/roles",
    name: "createRoleSimply",
    ...writes,
    summary: "Create a role of an entity",
    description:
      "The same as creating it under the entity, which the body names. The role is a draft, `public` unless the body says otherwise.",
    body: shapes.simpleRoleBody,
    refuses: [403, 404],
    answers: createdRole,
    handle: async ({ body, caller, deps }) => {
      const { entityId } = body;
      await checkRule(deps.db, mayManage, { entityId }, caller);
      return service.createRole(deps, { entityId, actorId: caller.userId }, body);
    },
    readmit: ({ body: { entityId }, caller, deps }) =>
      checkRule(deps.db, mayManage, { entityId }, caller),
  }),

  readEndpoint({
    at: "GET /hiring/roles/bookmarks",
    name: "listRoleBookmarks",
    ...reads,
    summary: "List your bookmarked roles",
    description: "Newest bookmark first. A role that the caller may no longer see is left out.",
    query: shapes.bookmarksQuery,
    answers: list(shapes.bookmarkedRole),
    handle: ({ query, caller, deps }) => service.listBookmarks(deps.db, caller, query),
  }),

  readEndpoint({
    at: "GET /hiring/roles/:roleId",
    name: "getRole",
    ...reads,
    summary: "Get a role",
    description:
      "Public and unlisted roles for every account, drafts and private roles for the team of the entity; 404 otherwise.",
    access: viewer(seenRole),
    answers: role,
    handle: ({ subject, deps }) => service.presentRole(deps.db, subject),
  }),

  writeEndpoint({
    at: "POST /hiring/roles/:roleId/bookmark",
    name: "bookmarkRole",
    ...writes,
    summary: "Bookmark a role",
    description: "For the caller alone. Repeating the request changes nothing.",
    access: viewer(seenRole),
    answers: one(shapes.bookmarkShape),
    handle: ({ subject, caller, deps }) =>
      service.bookmark(deps.db, caller.userId ?? "", subject.id),
  }),

  writeEndpoint({
    at: "DELETE /hiring/roles/:roleId/bookmark",
    name: "removeRoleBookmark",
    ...writes,
    summary: "Remove the bookmark of a role",
    description: "Repeating the request changes nothing.",
    answers: one(shapes.bookmarkShape),
    handle: ({ params, caller, deps }) => service.removeBookmark(deps.db, caller, params.roleId),
  }),

  readEndpoint({
    at: "GET /entities/:entityId/hiring/roles",
    name: "listEntityRoles",
    ...reads,
    summary: "List all roles of an entity",
    description: "For members of its team, drafts included, newest first.",
    access: member("entityId"),
    query: shapes.entityRolesQuery,
    answers: list(shapes.roleItem),
    handle: ({ params, query, deps }) => listEntityRoles(deps.db, params.entityId, query),
  }),

  writeEndpoint({
    at: "POST /entities/:entityId/hiring/roles",
    name: "createRole",
    ...writes,
    summary: "Create a role",
    description:
      "Needs `manage_hiring_roles`. The role is a draft, `private` unless the body says otherwise. Rubric weights that do not sum to 1 are taken, with a warning in `meta.warnings`.",
    access: mayManage,
    body: shapes.roleBody,
    answers: createdRole,
    handle: ({ params: { entityId }, body, caller, deps }) =>
      service.createRole(deps, { entityId, actorId: caller.userId }, body),
  }),

  writeEndpoint({
    at: "PUT /entities/:entityId/hiring/roles/:roleId",
    name: "changeRole",
    ...writes,
    summary: "Update a role",
    description:
      "Needs `manage_hiring_roles`. Omitted members keep their values; null empties what may be empty. The status is changed by publish and close alone. A changed rubric is a new version: applications are judged by the version of their submission.",
    access: can("manage_hiring_roles", roleOfEntity),
    body: shapes.roleChange,
    answers: role,
    handle: ({ params: { entityId, roleId }, body, caller, deps }) =>
      service.changeRole(deps, roleId, { entityId, actorId: caller.userId }, body),
  }),

  ...(["publish", "close"] as const).map((act) =>
    writeEndpoint({
      at: `POST /entities/:entityId/hiring/roles/:roleId/${act}`,
      name: `${act}Role`,
      ...writes,
      summary: act === "publish" ? "Publish a draft role" : "Close a published role",
      description: `Needs \`manage_hiring_roles\`. ${roleMoves.text(act)} ${
        act === "publish"
          ? "A published role takes applications."
          : "A closed role refuses new applications."
      }`,
      access: can("manage_hiring_roles", roleOfEntity),
      refuses: [409],
      answers: role,
      handle: ({ params, caller, deps }) =>
        service.moveRole(deps, act, params.roleId, caller.userId),
    }),
  ),
];
