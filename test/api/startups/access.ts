import {
  managerWrite,
  memberRead,
  ownRead,
  ownWrite,
  permittedRead,
  permittedWrite,
} from "../kernel/access-words.ts";

/** The owner of the entity only: neither its admins' permissions nor its members suffice. */
const founderWrite = managerWrite;

const baseline: Record<string, string> = {
  "GET /v2/:of/:id/baseline": memberRead,
  "POST /v2/:of/:id/baseline": permittedWrite,
  "POST /v2/:of/:id/baseline/fields": permittedWrite,
  "PUT /v2/:of/:id/baseline/fields/:fieldId": permittedWrite,
  "PUT /v2/:of/:id/baseline/strategic-context": permittedWrite,
  "POST /v2/:of/:id/baseline/lock": permittedWrite,
  "POST /v2/:of/:id/baseline/corrections": permittedWrite,
  "POST /v2/:of/:id/baseline/summary/generate": permittedWrite,
  "POST /v2/:of/:id/baseline/summary/confirm": founderWrite,
};
/** The same at the canonical paths and at their deprecated aliases. */
const at = (of: string) =>
  Object.fromEntries(Object.entries(baseline).map(([name, row]) => [name.replace(":of", of), row]));

/** Of an unpublished startup of the owner's entity; follows are asked for of another's that is published. */
export const access: Record<string, string> = {
  ...at("entities"),
  ...at("startups"),
  "GET /v2/startups": ownRead,
  "GET /v2/startups/:id": memberRead,
  "PATCH /v2/startups/:id": permittedWrite,
  "GET /v2/startups/:id/profile/preview": memberRead,
  "GET /v2/startups/:id/profile/preview-audiences": memberRead,
  "GET /v2/startups/:id/profile/versions": memberRead,
  "PUT /v2/startups/:id/public-content": permittedWrite,
  "GET /v2/startups/:id/public-content/candidates": memberRead,
  "GET /v2/entities/:entityId/startup-listing": memberRead,
  "POST /v2/entities/:entityId/startup-listing": founderWrite,
  "POST /v2/startups/:id/follow-requests": ownWrite,
  "GET /v2/startups/:id/follow-requests": permittedRead,
  "GET /v2/startups/:id/follow-requests/:requestId": "401 404 404 ok ok ok",
  "POST /v2/startups/:id/follow-requests/:requestId/response": "401 404 404 ok ok 403",
  "GET /v2/startups/:id/followers": permittedRead,
  "DELETE /v2/startups/:id/followers/:followId": "401 404 404 ok ok 403",
  "GET /v2/startups/:id/audit-log": memberRead,
  "GET /v2/me/startup-follow-requests": ownRead,
  "GET /v2/me/startup-follows": ownRead,
  "POST /v2/startups/:id/publish": permittedWrite,
  "POST /v2/startups/:id/unpublish": permittedWrite,
};
