import { investor, startupSuggestion } from "#schemas/tables/platform/investor.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson } from "../../helpers/people.ts";
import { makeStartup, makeTeamStartup, must } from "../../helpers/platform/startups.ts";

export const requests: MakeRequests = ({ app, owner, team }) => {
  const startup = async () => (await makeStartup(app, await makePerson(app))).id;
  const watchlists = "/investor/startup-watchlists";
  const watchlist = async () => {
    const { id } = await must(app, owner, `POST ${watchlists}`, { name: "Robots" });
    return { parameters: { watchlistId: id as string } };
  };
  const withItem = async () => {
    const { parameters } = await watchlist();
    const id = await startup();
    const at = `${watchlists}/${parameters.watchlistId}/items` as const;
    await must(app, owner, `POST ${at}`, { startupListingId: id });
    return { parameters: { ...parameters, id } };
  };
  const save = async () => {
    const body = { startupListingId: await startup() };
    const { id } = await must(app, owner, "POST /investor/startup-profile-saves", body);
    return { parameters: { saveId: id as string } };
  };
  const note = async () => {
    const id = await startup();
    const made = await must(app, owner, `POST /investor/startups/${id}/notes`, { body: "Good" });
    return { parameters: { id, noteId: made.id as string } };
  };
  const mandateBody = { principalType: "person", name: "Seed robotics", sectors: ["Robotics"] };
  const mandate = async () => {
    const { id } = await must(app, owner, "POST /investment-mandates", mandateBody);
    return { parameters: { mandateId: id as string } };
  };
  /** A suggestion of a startup to a provider. */
  const suggest = async (startupListingId: string, capitalProviderListingId: string) => {
    const [row] = await app.db
      .insert(startupSuggestion)
      .values({ startupListingId, capitalProviderListingId, reasons: [], founderReasons: [] })
      .returning({ id: startupSuggestion.id });
    return row?.id ?? "";
  };
  const provider = async () => {
    const made = await must(app, owner, "POST /investment-mandates", {
      ...{ ...mandateBody, discoverable: true },
    });
    return made.capitalProviderListingId as string;
  };
  const toFounder = async () => {
    const { id } = await makeTeamStartup(app, team);
    return { parameters: { id, suggestionId: await suggest(id, await provider()) } };
  };
  const toProvider = async () => {
    const capitalProviderListingId = await provider();
    const suggestionId = await suggest(await startup(), capitalProviderListingId);
    return { parameters: { capitalProviderListingId, suggestionId } };
  };
  const ofProvider = "/v2/capital-providers/:capitalProviderListingId/match-suggestions";
  return {
    "GET /v2/startups/:id/match-suggestions": toFounder,
    "POST /v2/startups/:id/match-suggestions/:suggestionId/dismiss": toFounder,
    [`GET ${ofProvider}`]: toProvider,
    [`POST ${ofProvider}/:suggestionId/dismiss`]: toProvider,
    "POST /v2/investor/startup-watchlists": () => ({ payload: { name: "Robots" } }),
    "PUT /v2/investor/startup-watchlists/alert-preferences": () => ({
      payload: { triggers: ["startup_in_mandate"], digest: "daily" },
    }),
    "GET /v2/investor/startup-watchlists/:watchlistId": watchlist,
    "PATCH /v2/investor/startup-watchlists/:watchlistId": async () => ({
      ...(await watchlist()),
      payload: { name: "More robots" },
    }),
    "POST /v2/investor/startup-watchlists/:watchlistId/items": async () => ({
      ...(await watchlist()),
      payload: { startupListingId: await startup() },
    }),
    "DELETE /v2/investor/startup-watchlists/:watchlistId/items/:id": withItem,
    "POST /v2/investor/startup-profile-saves": async () => ({
      payload: { startupListingId: await startup() },
    }),
    "GET /v2/investor/startup-profile-saves/:saveId": save,
    "DELETE /v2/investor/startup-profile-saves/:saveId": save,
    "GET /v2/investor/startups/:id/notes": note,
    "POST /v2/investor/startups/:id/notes": async () => ({
      ...(await note()),
      payload: { body: "Good team" },
    }),
    "GET /v2/investor/startups/:id/notes/:noteId": note,
    "DELETE /v2/investor/startups/:id/notes/:noteId": note,
    "GET /v2/investor/startups/search": async () => {
      await app.db.insert(investor).values({ userId: owner.id }).onConflictDoNothing();
      return {};
    },
    "GET /v2/investment-mandates": () => ({ query: "?principalType=person" }),
    "POST /v2/investment-mandates": () => ({ payload: mandateBody }),
    "GET /v2/investment-mandates/:mandateId": mandate,
    "PATCH /v2/investment-mandates/:mandateId": async () => ({
      ...(await mandate()),
      payload: { status: "paused" },
    }),
  };
};
