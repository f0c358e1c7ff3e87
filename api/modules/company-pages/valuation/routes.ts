import { anyone } from "#api/auth/access.ts";
import { storedPage } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { dayQuery, params } from "../schemas.ts";
import { withStar } from "../star/star.ts";
import { showMultiples } from "./multiples-page.ts";
import { showParts } from "./parts-page.ts";
import { showPeers } from "./peers-page.ts";
import { partsQuery, priceQuery, valuationQuery } from "./schemas.ts";
import { showValuation } from "./show-valuation.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  params,
});

/** What a company may be worth, as pages. */
export const valuationPages = [
  endpoint({
    at: "GET /companies/:company/valuation",
    name: "showValuation",
    summary: "Company page: valuation",
    description:
      "An HTML page: what all models give beside the price, what that price implies, and the models by family. " +
      "A `price` of the address takes the place of the newest close; one that is refused is told beside its field, with status 400. `blend` weighs models and your saved scenarios.",
    scope: "entities:read",
    query: valuationQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showValuation({ deps, from }, params.company, query)),
  }),

  endpoint({
    at: "GET /companies/:company/parts",
    name: "showParts",
    summary: "Company page: sum of the parts",
    description:
      "An HTML page: each segment of the newest annual report at its own multiple, and what they make of a share. " +
      "Multiples are fields of the page; one that is refused is told above them, with status 400.",
    scope: "entities:read",
    query: partsQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showParts(deps, params.company, query)),
  }),

  endpoint({
    at: "GET /companies/:company/multiples",
    name: "showMultiples",
    summary: "Company page: own multiples",
    description:
      "An HTML page: what the company was priced at each year, in multiples of its figures, with the usual range. " +
      "With a `price` of the address each year is valued at it; one that is refused is told beside its field, with status 400.",
    scope: "entities:read",
    query: priceQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showMultiples(deps, params.company, query)),
  }),

  endpoint({
    at: "GET /companies/:company/peers",
    name: "showPeers",
    summary: "Company page: peers",
    description:
      "An HTML page: companies of the same industry and size with growth, margins, returns and multiples, and what their multiples make of the company's own figures. It is always of today.",
    scope: "entities:read",
    query: dayQuery,
    answers: storedPage,
    handle: ({ params, query, from, deps }) =>
      withStar({ from, deps }, showPeers(deps, params.company, query.asOf)),
  }),
];
