import { anyone } from "#api/auth/access.ts";
import { page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { params } from "../schemas.ts";
import { starFields } from "./schemas.ts";
import { submitStar } from "./star.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  params,
});

export const companyStars = [
  endpoint({
    at: "POST /companies/:company/star",
    name: "submitStar",
    summary: "Star or unstar a company with the form",
    description:
      "Adds the company to the person's first watchlist, or removes it. Redirects to the page.",
    scope: "entities:read",
    forms: true,
    body: starFields,
    status: 302,
    refuses: [403],
    answers: page({ redirects: true }),
    handle: ({ params, body, from, deps }) => submitStar({ deps, from }, params.company, body),
  }),
];
