import { anyone, viewer } from "../../auth/access.ts";
import { page } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { pages } from "../../http/responses/families.ts";
import { handleParams, presentCommunity, roomByHandle } from "../communities/service.ts";
import { hiringParams, presentRole, seenRole } from "../hiring/service.ts";
import { presentStartup, seesStartup, startupParams } from "../startups/service.ts";
import { communityMarkup } from "./community-page.ts";
import { roleMarkup } from "./role-page.ts";
import { showToMember } from "./show-to-member.ts";
import { startupMarkup } from "./startup-page.ts";
import { watchedPages } from "./watched/routes.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  refuses: [401],
  params: { ...handleParams, ...hiringParams, ...startupParams },
});

const answers = page({ redirects: true });

/** Pages that ask for a sign-in: each decides by the access word of the same read in the API. */
export const memberPages = [
  ...watchedPages,

  endpoint({
    at: "GET /communities/:handle",
    name: "showCommunity",
    summary: "Page of a community",
    description:
      "A page for browsers. Who is not signed in is sent to sign in and comes back. The handle of a private community exists only for its members. A former handle leads to the present one.",
    answers,
    handle: (given) =>
      showToMember(given, {
        path: `/communities/${encodeURIComponent(given.params.handle)}`,
        access: viewer(roomByHandle),
        presentPath: ({ handle }) => `/communities/${handle}`,
        markup: (seen) => communityMarkup(presentCommunity(seen)),
      }),
  }),

  endpoint({
    at: "GET /roles/:roleId",
    name: "showRole",
    summary: "Page of a role",
    description:
      "A page for browsers. Who is not signed in is sent to sign in and comes back. Drafts and private roles exist only for the team of the entity.",
    answers,
    handle: (given) =>
      showToMember(given, {
        path: `/roles/${given.params.roleId}`,
        access: viewer(seenRole),
        markup: async (row) => roleMarkup((await presentRole(given.deps.db, row)).data),
      }),
  }),

  endpoint({
    at: "GET /startups/:id",
    name: "showStartup",
    summary: "Page of a startup",
    description:
      "A page for browsers with what the reader's audience sees. Who is not signed in is sent to sign in and comes back. An unpublished startup exists only for its team.",
    answers,
    handle: (given) =>
      showToMember(given, {
        path: `/startups/${encodeURIComponent(given.params.id)}`,
        access: seesStartup,
        markup: async (row) => startupMarkup(await presentStartup(given.deps.db, row)),
      }),
  }),
];
