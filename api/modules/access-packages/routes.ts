import { pageQuery } from "#schemas/shapes/page.ts";
import { can, user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import * as service from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Directory",
  family: v2,
  access: can("listing.manage", "entityId"),
  extension: true,
  params,
});

const base = "/directory/entity-profile/:entityId/packages" as const;
const own = "/directory/package-access" as const;

export const accessPackages = [
  endpoint({
    at: `POST ${base}`,
    name: "defineAccessPackage",
    summary: "Create an access package",
    description:
      "A package opens a collection of the caller, and reports and filings of the entity. Title and reports are named in the directory while it is offered. 404 for a collection of another account, and a report or filing of another entity.",
    body: shapes.packageBody,
    answers: created(shapes.packageShape, "/v2/directory/entity-profile/:entityId/packages/:id"),
    refuses: [404],
    handle: ({ params: { entityId }, body, caller, deps }) =>
      service.definePackage(deps, entityId, caller.userId, body),
  }),

  endpoint({
    at: `GET ${base}`,
    name: "listAccessPackages",
    summary: "List an entity's access packages, newest first",
    description: "Includes withdrawn packages.",
    query: pageQuery,
    answers: list(shapes.packageShape),
    handle: ({ params: { entityId }, query, deps }) =>
      service.listTeamPackages(deps.db, entityId, query),
  }),

  endpoint({
    at: `GET ${base}/:packageId`,
    name: "getAccessPackage",
    summary: "Get an access package",
    description: "404 for a package of another entity.",
    answers: one(shapes.packageShape),
    refuses: [404],
    handle: ({ params, deps }) => service.getPackage(deps.db, params),
  }),

  endpoint({
    at: `PATCH ${base}/:packageId`,
    name: "changeAccessPackage",
    summary: "Update an access package",
    description:
      "Omitted members keep their values. Changes take effect immediately for everyone with access.",
    body: shapes.packageChange,
    answers: one(shapes.packageShape),
    refuses: [404],
    handle: ({ params, body, caller, deps }) =>
      service.changePackage(deps, params, caller.userId, body),
  }),

  endpoint({
    at: `DELETE ${base}/:packageId`,
    name: "withdrawAccessPackage",
    summary: "Withdraw an access package",
    description:
      "Accesses are revoked and requests declined. The package stays, and can be offered again. Repeating the request changes nothing.",
    answers: one(shapes.packageShape),
    refuses: [404],
    handle: ({ params, caller, deps }) => service.withdrawPackage(deps, params, caller.userId),
  }),

  endpoint({
    at: `POST ${base}/:packageId/offer`,
    name: "offerAccessPackage",
    summary: "Restore a withdrawn access package",
    description: "Access is not restored. Repeating the request changes nothing.",
    answers: one(shapes.packageShape),
    refuses: [404],
    handle: ({ params, caller, deps }) => service.offerPackage(deps, params, caller.userId),
  }),

  endpoint({
    at: `GET ${base}/:packageId/access`,
    name: "listPackageAccess",
    summary: "List requests and grants of an access package, newest first",
    description: "Includes declined, expired and revoked ones.",
    query: pageQuery,
    answers: list(shapes.accessShape),
    refuses: [404],
    handle: ({ params, query, deps }) => service.listTeamAccesses(deps.db, params, query),
  }),

  endpoint({
    at: `POST ${base}/:packageId/access/:userId/response`,
    name: "decidePackageAccess",
    summary: "Grant or decline a request for a package",
    description:
      "`grant` also renews an access that expired or was revoked, and may set its end. `decline` is for an open request. Otherwise 409 names the present state.",
    body: shapes.decisionBody,
    answers: one(shapes.decidedShape),
    refuses: [404, 409],
    handle: ({ params, body, caller, deps }) =>
      service.decideAccess(deps, params, caller.userId, body),
  }),

  endpoint({
    at: `DELETE ${base}/:packageId/access/:userId`,
    name: "revokePackageAccess",
    summary: "Revoke access to a package",
    description:
      "Takes effect immediately. 409 for an access that is not active. Repeating the request changes nothing.",
    answers: one(shapes.decidedShape),
    refuses: [404, 409],
    handle: ({ params, caller, deps }) => service.revokeAccess(deps.db, params, caller.userId),
  }),

  endpoint({
    at: `GET ${own}`,
    name: "listOwnPackageAccess",
    summary: "List your package requests, newest first",
    description: "Only the calling account sees it. Who was declined may ask again.",
    access: user,
    query: pageQuery,
    answers: list(shapes.listedAccessShape),
    handle: ({ query, caller, deps }) => service.listOwn(deps.db, caller.userId, query),
  }),

  endpoint({
    at: `GET ${own}/:accessId`,
    name: "getOwnPackageAccess",
    summary: "Get one of your accesses and what it opens",
    description:
      "`content` is null while the access is not active. Reports are read at `/v2/reports/:id`. 404 for an unknown one and for another account's.",
    access: user,
    answers: one(shapes.ownAccessShape),
    refuses: [404],
    handle: ({ params: { accessId }, caller, deps }) =>
      service.getOwnAccess(deps.db, accessId, caller.userId),
  }),

  endpoint({
    at: `DELETE ${own}/:accessId`,
    name: "takePackageRequestBack",
    summary: "Withdraw a request for a package",
    description: "409 once the team has decided it. 404 for another account's.",
    access: user,
    answers: one(shapes.ownAccessShape),
    refuses: [404, 409],
    handle: ({ params: { accessId }, caller, deps }) =>
      service.takeBackRequest(deps.db, accessId, caller.userId),
  }),
];
