import { anyone } from "#api/auth/access.ts";
import { feed, page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { feedFields, feedParams } from "./schemas.ts";
import { showWatchedFeed } from "./watched-feed.ts";
import { showWatched, submitFeed } from "./watched-page.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  params: feedParams,
});

export const watchedPages = [
  endpoint({
    at: "GET /watchlist",
    name: "showWatched",
    summary: "Watchlist page with new filings",
    description:
      "An HTML page: the companies on the person's watchlists, the newest filings of them, and a form for the address of their feed. Visitors who are not signed in are redirected to sign in, then back.",
    refuses: [401],
    answers: page({ redirects: true }),
    handle: ({ from, deps }) => showWatched({ deps, from }),
  }),

  endpoint({
    at: "POST /watchlist",
    name: "submitWatchedFeed",
    summary: "Create, replace or remove your feed's address with the form",
    description:
      "Submits the form of the page. A new address is shown this once, and ends the former one. An account with a second factor proves it within ten minutes before.",
    forms: true,
    body: feedFields,
    refuses: [403],
    answers: page({ redirects: true }),
    handle: ({ body, from, deps }) => submitFeed({ deps, from }, body),
  }),

  endpoint({
    at: "GET /watchlist/feeds/:feedToken",
    name: "readWatchedFeed",
    summary: "Atom feed of your watchlists",
    description:
      "The newest 60 filings of the companies on a person's watchlists, without those of insiders, as an Atom feed (RFC 4287). The address is made on the page of the watchlist and needs no sign-in. One that was replaced or removed is 404.",
    answers: feed,
    handle: ({ params, deps }) => showWatchedFeed(deps, params.feedToken),
  }),
];
