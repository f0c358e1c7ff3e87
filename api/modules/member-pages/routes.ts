import { anyone, viewer } from "../../auth/access.ts";
import { page } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { pages } from "../../http/responses/families.ts";
import { handleParams, presentCommunity, roomByHandle } from "../communities/service.ts";
import { presentStartup, seesStartup, startupParams } from "../startups/service.ts";
import { communityMarkup } from "./community-page.ts";
import { rolePages } from "./roles/routes.ts";
import { showToMember } from "./show-to-member.ts";
import { startupMarkup } from "./startup-page.ts";
import { watchedPages } from "./watched/routes.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  refuses: [401],
  params: { ...handleParams, ...startupParams },
});

const answers = page({ redirects: true });

/** Pages that ask for a sign-in: each decides by the access word of the same read in the API. */
export const memberPages = [
  ...watchedPages,
  ...rolePages,

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
