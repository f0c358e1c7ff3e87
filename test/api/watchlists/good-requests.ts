import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ app: { send }, owner: { headers }, companyId }) => {
  const payload = { name: "Mine" };
  const ofNewWatchlist = async () => {
    const made = await send({ method: "POST", url: "/v2/watchlists", headers, payload });
    return { parameters: { watchlistId: made.json().data.id as string, entityId: companyId } };
  };
  return {
    "POST /v2/watchlists": () => ({ payload }),
    "GET /v2/watchlists/:watchlistId": ofNewWatchlist,
    "PATCH /v2/watchlists/:watchlistId": async () => ({
      ...(await ofNewWatchlist()),
      payload: { name: "Other" },
    }),
    "DELETE /v2/watchlists/:watchlistId": ofNewWatchlist,
    "POST /v2/watchlists/:watchlistId/entities": async () => ({
      ...(await ofNewWatchlist()),
      payload: { entityId: companyId },
    }),
    "DELETE /v2/watchlists/:watchlistId/entities/:entityId": ofNewWatchlist,
  };
};
