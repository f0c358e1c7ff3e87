import {
  ownRead,
  ownWrite,
  permittedRead,
  permittedWrite,
  privateRead,
  privateWrite,
} from "../kernel/access-words.ts";

/** A verified investor: the owner is one, and so is the key of the owner. */
const investorRead = "401 403 403 403 ok ok";

/** Of the owner's own things, and of a startup that is published; suggestions of the owner's, that is not. */
export const access: Record<string, string> = {
  "GET /v2/investor/startup-watchlists": ownRead,
  "POST /v2/investor/startup-watchlists": ownWrite,
  "GET /v2/investor/startup-watchlists/alert-preferences": ownRead,
  "PUT /v2/investor/startup-watchlists/alert-preferences": ownWrite,
  "GET /v2/investor/startup-watchlists/:watchlistId": privateRead,
  "PATCH /v2/investor/startup-watchlists/:watchlistId": privateWrite,
  "POST /v2/investor/startup-watchlists/:watchlistId/items": privateWrite,
  "DELETE /v2/investor/startup-watchlists/:watchlistId/items/:id": privateWrite,
  "GET /v2/investor/startup-profile-saves": ownRead,
  "POST /v2/investor/startup-profile-saves": ownWrite,
  "GET /v2/investor/startup-profile-saves/:saveId": privateRead,
  "DELETE /v2/investor/startup-profile-saves/:saveId": privateWrite,
  "GET /v2/investor/startups/:id/notes": ownRead,
  "POST /v2/investor/startups/:id/notes": ownWrite,
  "GET /v2/investor/startups/:id/notes/:noteId": privateRead,
  "DELETE /v2/investor/startups/:id/notes/:noteId": privateWrite,
  "GET /v2/startups/:id/match-suggestions": permittedRead,
  "POST /v2/startups/:id/match-suggestions/:suggestionId/dismiss": permittedWrite,
  "GET /v2/capital-providers/:capitalProviderListingId/match-suggestions": privateRead,
  "POST /v2/capital-providers/:capitalProviderListingId/match-suggestions/:suggestionId/dismiss":
    privateWrite,
  "GET /v2/investor/startups/search": investorRead,
  "GET /v2/investment-mandates": ownRead,
  "POST /v2/investment-mandates": ownWrite,
  "GET /v2/investment-mandates/observed-history": ownRead,
  "GET /v2/investment-mandates/:mandateId": privateRead,
  "PATCH /v2/investment-mandates/:mandateId": privateWrite,
};
