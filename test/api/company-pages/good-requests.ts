import type { MakeRequests } from "../../helpers/good-requests.ts";

const company = "apple-inc";
const model = "dcf_5_year_terminal_growth";

export const requests: MakeRequests = () => ({
  "GET /companies/:company": () => ({ parameters: { company } }),
  "GET /companies/:company/lineage/:concept/:period": () => ({
    parameters: { company, concept: "revenue", period: "2023FY" },
  }),
  "GET /companies/:company/models/:model": () => ({ parameters: { company, model } }),
  "POST /companies/:company/models/:model": () => ({
    parameters: { company, model },
    payload: { act: "compute" },
  }),
  "GET /companies/:company/tables/:table": () => ({
    parameters: { company, table: "income_statement.csv" },
  }),
});
