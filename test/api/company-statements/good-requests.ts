import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = () => ({
  "GET /v2/entities/:id/lineage": () => ({ query: "?concept=revenue&period=2023FY" }),
});
