import { via, viewer } from "#api/auth/access.ts";
import { list, one } from "#api/http/answers.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { managesStartup } from "../../startups/service.ts";
import { endpoint } from "../endpoint.ts";
import { findHeldProvider, listSuggestions, type Provider } from "./queries.ts";
import { suggestionShape } from "./schemas.ts";
import { dismissSuggestion } from "./service.ts";

/** The caller's own capital provider listing, or that of a firm; for all others there is none. */
const holdsProvider = viewer<Provider>(
  via(
    {
      name: "Capital provider",
      find: async (db, id, _params, caller) => {
        const userId = caller?.userId ?? null;
        return userId === null ? null : findHeldProvider(db, id, userId);
      },
      isVisible: () => true,
    },
    "capitalProviderListingId",
  ),
);

const founder = { side: "founder" } as const;
const asProvider = ({ userId }: { userId: string }) => ({ side: "provider", userId }) as const;

const provider = "/capital-providers/:capitalProviderListingId/match-suggestions";

export const suggestionEndpoints = [
  endpoint({
    at: "GET /startups/:id/match-suggestions",
    name: "listStartupSuggestions",
    summary: "List capital providers that fit a startup",
    description:
      "Needs `listing.manage`. Made each night from mandates whose providers agreed to be shown, and the startup's public facts; newest first, without a score.",
    access: managesStartup,
    query: pageQuery,
    answers: list(suggestionShape),
    handle: ({ subject, query, deps }) => listSuggestions(deps.db, founder, subject.id, query),
  }),

  endpoint({
    at: "POST /startups/:id/match-suggestions/:suggestionId/dismiss",
    name: "dismissStartupSuggestion",
    summary: "Dismiss a suggested capital provider permanently",
    description:
      "Needs `listing.manage`. It is not suggested again. Repeating the request changes nothing.",
    access: managesStartup,
    answers: one(suggestionShape),
    handle: ({ subject, params, deps }) =>
      dismissSuggestion(deps, founder, { of: subject.id, id: params.suggestionId }),
  }),

  endpoint({
    at: `GET ${provider}`,
    name: "listProviderSuggestions",
    summary: "List startups that fit a capital provider",
    description:
      "For the person, or the members of the firm. Made each night from mandates and public facts; newest first, without a score.",
    access: holdsProvider,
    query: pageQuery,
    answers: list(suggestionShape),
    handle: ({ subject, query, caller, deps }) =>
      listSuggestions(deps.db, asProvider(caller), subject.id, query),
  }),

  endpoint({
    at: `POST ${provider}/:suggestionId/dismiss`,
    name: "dismissProviderSuggestion",
    summary: "Dismiss a suggested startup permanently",
    description: "It is not suggested again. The founder is not told.",
    extension: true,
    access: holdsProvider,
    answers: one(suggestionShape),
    handle: ({ subject, params, caller, deps }) =>
      dismissSuggestion(deps, asProvider(caller), { of: subject.id, id: params.suggestionId }),
  }),
];
