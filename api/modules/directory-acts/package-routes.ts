import { user } from "../../auth/access.ts";
import { created } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { ownAccessShape } from "../access-packages/service.ts";
import { requestPackage } from "./packages.ts";
import { params } from "./schemas.ts";

const { endpoint } = moduleOf({
  tag: "Directory",
  family: v2,
  access: user,
  extension: true,
  params,
});

export const packageActs = [
  endpoint({
    at: "POST /directory/:subjectType/:slug/packages/:packageId/request",
    name: "requestAccessPackage",
    summary: "Request an access package",
    description:
      "The team grants it or declines. 409 names the reason where the experience does not offer it, 404 for a package that the entity does not offer.",
    answers: created(ownAccessShape, "/v2/directory/package-access/:id"),
    refuses: [404, 409],
    handle: ({ params: { packageId, ...named }, caller, deps }) =>
      requestPackage(deps, { named, userId: caller.userId }, packageId),
  }),
];
