import { anyone } from "#api/auth/access.ts";
import { page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { queryText } from "#api/pages/query.ts";
import { showToAnyMember } from "../show-to-member.ts";
import { peopleAsked, peopleMarkup, peoplePath } from "./people-page.ts";

const { endpoint } = moduleOf({ tag: "Pages", family: pages, access: anyone, extension: true });

export const peoplePages = [
  endpoint({
    at: "GET /people",
    name: "showPeople",
    summary: "People page",
    description:
      "A page for browsers: the 50 best of the people who saved skills and may be found, and companies like the text. Contact data never appear. Who is not signed in is sent to sign in and comes back.",
    query: peopleAsked,
    refuses: [401],
    answers: page({ redirects: true }),
    handle: (given) =>
      showToAnyMember(given, `${peoplePath}${queryText(given.query)}`, (reader) =>
        peopleMarkup(given.deps, given.query, reader),
      ),
  }),
];
