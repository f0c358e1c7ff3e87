import { z } from "zod";
import { user } from "../../auth/access.ts";
import { list, one } from "../../http/answers.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import { candidateShape, candidatesBody, suggestionShape, suggestionsQuery } from "./schemas.ts";
import { searchCandidates, suggest } from "./service.ts";

const { endpoint } = moduleOf({ tag: "Search", family: v1, access: user });

export const search = [
  endpoint({
    at: "POST /search/candidates",
    name: "searchCandidates",
    scope: "read",
    summary: "Search people by skills, titles or a sentence",
    description:
      "Finds people who saved skills and may be found, best first. Known skills weigh more than other words, which are looked for in titles and headline; quotes require, `-` excludes. Of what more than about 1,000 people have, so many are ranked, and `total` counts those. Contact data never appear.",
    body: candidatesBody,
    answers: list(candidateShape),
    handle: ({ body, caller, deps }) => searchCandidates(deps.db, caller.userId, body),
  }),

  endpoint({
    at: "GET /search/suggestions",
    name: "listSuggestions",
    summary: "Suggest skills, titles or locations",
    description:
      "Skills of the vocabulary, or titles and locations of public roles, that begin with what was typed; where none does, those that resemble it.",
    query: suggestionsQuery,
    answers: one(z.array(suggestionShape)),
    handle: ({ query, deps }) => suggest(deps.db, query),
  }),
];
