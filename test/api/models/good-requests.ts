import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = () => {
  const parameters = { templateKey: "dcf_5_year_terminal_growth" };
  const path = "/v2/entities/:id/models/:templateKey";
  return {
    [`GET ${path}`]: () => ({ parameters }),
    [`POST ${path}/compute`]: () => ({ parameters }),
    [`POST ${path}/export`]: () => ({ parameters, payload: { format: "xlsx" } }),
  };
};
