import type { MakeRequests } from "../../helpers/good-requests.ts";

export const unknownParameters = { schemaType: "income_statement", schemaVersion: "0.0.0" };

export const requests: MakeRequests = () => ({
  "GET /v2/sfrs/schemas/:schemaType/:schemaVersion": () => ({
    parameters: { schemaType: "income_statement", schemaVersion: "1.0.0" },
  }),
});
