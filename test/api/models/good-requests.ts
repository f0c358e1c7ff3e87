import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = () => {
  const parameters = { templateKey: "dcf_5_year_terminal_growth" };
  const path = "/v2/entities/:id/models/:templateKey";
  const models = [{ templateKey: "terminal_growth", weight: 1 }];
  return {
    [`GET ${path}`]: () => ({ parameters }),
    [`GET ${path}/formulas`]: () => ({ parameters }),
    [`POST ${path}/compute`]: () => ({ parameters }),
    [`POST ${path}/export`]: () => ({ parameters, payload: { format: "xlsx" } }),
    [`POST ${path}/reverse`]: () => ({ parameters, payload: { price: 100 } }),
    [`POST ${path}/simulate`]: () => ({ parameters, payload: { draws: 100 } }),
    "POST /v2/entities/:id/multiples/history": () => ({ payload: { price: 100 } }),
    "POST /v2/entities/:id/model-blend": () => ({ payload: { models } }),
  };
};
