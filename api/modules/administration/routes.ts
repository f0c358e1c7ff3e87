import { pageQuery } from "#schemas/shapes/page.ts";
import { list } from "../../http/answers.ts";
import { admin, endpoint } from "./endpoint.ts";
import * as shapes from "./schemas.ts";
import * as service from "./service.ts";
import { standing } from "./standing-routes.ts";
import { waiting } from "./waiting-routes.ts";

export const administration = [
  ...waiting,
  ...standing,

  endpoint({
    ...admin,
    at: "GET /admin/acts",
    name: "listOperatorActs",
    summary: "List operator actions, newest first",
    description:
      "Acts of administrators and of operators at the command line, where `actorId` is null.",
    query: pageQuery,
    answers: list(shapes.operatorAct),
    handle: ({ query, deps }) => service.listOperatorActs(deps.db, query),
  }),
];
