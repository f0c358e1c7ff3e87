import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = ({ owner }) => ({
  "PATCH /api/v1/users/me": () => ({ payload: { bio: "Reads filings" } }),
  "GET /api/v1/users/profile/:id": () => ({ parameters: { id: owner.id } }),
});
