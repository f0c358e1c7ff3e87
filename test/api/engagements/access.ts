import { ownRead, ownWrite, permittedRead, permittedWrite } from "../kernel/access-words.ts";

/** For the owner and holders of `listing.manage`; for others, members included, there is nothing. */
const managesRead = "401 404 404 ok ok ok";
const managesWrite = "401 404 404 ok ok 403";

/** About the owner's startup, that is not published; engagement is asked for of another's that is. */
export const access: Record<string, string> = {
  "POST /v2/startups/:id/engagement-requests": ownWrite,
  "GET /v2/startups/:id/engagement-requests": permittedRead,
  "GET /v2/startups/:id/engagement-requests/:engagementRequestId": managesRead,
  "POST /v2/startups/:id/engagement-requests/:engagementRequestId/response": managesWrite,
  "DELETE /v2/startups/:id/engagement-requests/:engagementRequestId/report-access": managesWrite,
  "POST /v2/startups/:id/engagement-requests/:engagementRequestId/capital-outcomes-handoff":
    managesWrite,
  "GET /v2/me/engagement-requests": ownRead,
  "POST /v2/startups/:id/engagement-invitations": permittedWrite,
  "POST /v2/entities/:id/engagement-invitations": permittedWrite,
  "GET /v2/startups/:id/engagement-invitations": permittedRead,
  "GET /v2/startups/:id/engagement-invitations/:invitationId": managesRead,
  "GET /v2/me/engagement-invitations": ownRead,
  "POST /v2/startups/:id/capital-objectives": permittedWrite,
  "GET /v2/startups/:id/capital-objectives": permittedRead,
  "GET /v2/startups/:id/capital-objectives/:objectiveId": managesRead,
  "POST /v2/startups/:id/capital-objectives/:objectiveId/close": managesWrite,
};
