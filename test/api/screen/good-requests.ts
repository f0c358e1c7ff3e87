import type { MakeRequests } from "../../helpers/good-requests.ts";

export const requests: MakeRequests = () => ({
  "GET /v2/screen": () => ({ query: "?where=revenue%20%3E%201b" }),
  "GET /v2/metrics": () => ({ query: "?tickers=AAPL&metrics=revenue,roic&periods=2022FY..TTM" }),
  "GET /compare": () => ({ query: "?tickers=AAPL" }),
  "GET /": () => ({ headers: { accept: "text/html" } }),
});
