import { anyone } from "#api/auth/access.ts";
import { page } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { pages } from "#api/http/responses/families.ts";
import { queryText } from "#api/pages/query.ts";
import { idOf } from "#schemas/shapes/id.ts";
import { seesPerson } from "../../search/service.ts";
import { showToAnyMember, showToMember } from "../show-to-member.ts";
import { peopleAsked, peopleMarkup, peoplePath } from "./people-page.ts";
import { personMarkup } from "./person-page.ts";

const { endpoint } = moduleOf({
  tag: "Pages",
  family: pages,
  access: anyone,
  extension: true,
  refuses: [401],
  params: { id: idOf("User id") },
});

export const peoplePages = [
  endpoint({
    at: "GET /people",
    name: "showPeople",
    summary: "People page",
    description:
      "An HTML page: the 50 best of the people who saved skills and may be found, and companies like the text. Contact data never appear. Visitors who are not signed in are redirected to sign in, then back.",
    query: peopleAsked,
    answers: page({ redirects: true }),
    handle: (given) =>
      showToAnyMember(given, `${peoplePath}${queryText(given.query)}`, (reader) =>
        peopleMarkup(given.deps, given.query, reader),
      ),
  }),

  endpoint({
    at: "GET /people/:id",
    name: "showPerson",
    summary: "Person page: profile and skills",
    description:
      "An HTML page: what candidate search and the directory show of a person, never an address that the directory does not disclose. Who is neither found nor listed, and who is apart by a block, is 404. Visitors who are not signed in are redirected to sign in, then back.",
    refuses: [401, 404],
    answers: page({ redirects: true }),
    handle: (given) =>
      showToMember(given, {
        path: `${peoplePath}/${given.params.id}`,
        access: seesPerson,
        markup: (person, reader) => personMarkup(given.deps, person, reader),
      }),
  }),
];
