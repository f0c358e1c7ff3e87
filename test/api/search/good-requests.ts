import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = () => ({
  "POST /api/v1/search/candidates": () => ({ payload: { query: "Python" } }),
  "GET /api/v1/search/suggestions": () => ({ query: "?field=skills&query=py" }),
});
