import { pageQuery } from "#schemas/shapes/page.ts";
import { user } from "../../auth/access.ts";
import { created, list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v2 } from "../../http/responses/families.ts";
import { ownScreens } from "./rows.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import { changeScreen, listOwnScreens, presentScreen, saveScreen } from "./service.ts";

const { endpoint } = moduleOf({
  tag: "Saved screens",
  family: v2,
  access: user,
  extension: true,
  strict: true,
  params,
});
const own = ownScreens.own("screenId");

export const savedScreens = [
  endpoint({
    at: "GET /screens",
    name: "listSavedScreens",
    summary: "List your saved screens, newest first",
    description:
      "Saved screens are private. What one finds now is what GET /v2/screen answers to its parts.",
    query: pageQuery,
    answers: list(shapes.savedScreenShape),
    handle: ({ query, caller, deps }) => listOwnScreens(deps.db, caller.userId, query),
  }),

  endpoint({
    at: "POST /screens",
    name: "saveScreen",
    summary: "Save a screen",
    description:
      "Conditions, order and columns are refused as GET /v2/screen refuses them. 409 where the account has 200 saved screens.",
    body: shapes.screenBody,
    refuses: [409],
    answers: created(shapes.savedScreenShape, "/v2/screens/:id"),
    handle: ({ body, caller, deps }) => saveScreen(deps, caller.userId, body),
  }),

  endpoint({
    at: "GET /screens/:screenId",
    name: "getSavedScreen",
    summary: "Get a saved screen",
    description: "A saved screen of another account is 404.",
    access: own,
    answers: one(shapes.savedScreenShape),
    handle: ({ subject }) => presentScreen(subject),
  }),

  endpoint({
    at: "PATCH /screens/:screenId",
    name: "updateSavedScreen",
    summary: "Update a saved screen",
    description:
      "Members sent replace the stored ones, and null removes them. Conditions are refused as GET /v2/screen refuses them.",
    access: own,
    body: shapes.screenChange,
    answers: one(shapes.savedScreenShape),
    handle: ({ subject, body, deps }) => changeScreen(deps, subject, body),
  }),

  endpoint({
    at: "DELETE /screens/:screenId",
    name: "deleteSavedScreen",
    summary: "Delete a saved screen",
    description: "A saved screen of another account is 404.",
    access: own,
    answers: one(shapes.screenDeleted),
    handle: async ({ params: { screenId }, deps }) => {
      await ownScreens.remove(deps.db, screenId);
      return { screenId, deleted: true as const };
    },
  }),
];
