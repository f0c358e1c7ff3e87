import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeListedCompany } from "../../helpers/platform/directory.ts";

export const requests: MakeRequests = ({ app }) => {
  // Reads of one listing: an answer that has not changed has the same ETag.
  let made: ReturnType<typeof makeListedCompany> | null = null;
  const ofListing = async () => {
    made ??= makeListedCompany(app.db);
    return { parameters: { subjectType: "entity", slug: (await made).slug } };
  };
  return {
    "GET /v2/directory/:subjectType/:slug": ofListing,
    "GET /v2/directory/:subjectType/:slug/record-summary": ofListing,
    "GET /v2/directory/:subjectType/:slug/profile-experience": ofListing,
  };
};
