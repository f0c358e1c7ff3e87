import type { MakeRequests } from "../../helpers/good-requests.ts";

const company = "apple-inc";

export const requests: MakeRequests = () => ({
  "GET /companies/:company": () => ({ parameters: { company } }),
  "GET /companies/:company/lineage/:concept/:period": () => ({
    parameters: { company, concept: "revenue", period: "2023FY" },
  }),
});
