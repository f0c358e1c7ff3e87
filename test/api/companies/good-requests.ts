import type { MakeRequests } from "../../helpers/good-requests.ts";

export const unknownParameters = { ticker: "NOSUCH" };

export const requests: MakeRequests = () => ({
  "GET /v2/entities/public/:slug": () => ({ parameters: { slug: "apple-inc" } }),
  "GET /v2/entities/public/by-ticker/:ticker": () => ({ parameters: { ticker: "AAPL" } }),
});
