import type { Questions } from "../../helpers/endpoints/questions.ts";

export const questions: Questions = {
  screenCompanies: "/v2/screen?where=revenue.fy%20%3E%20100b&columns=revenue.fy,revenue.cagr5",
  compareMetrics: "/v2/metrics?tickers=AAPL&metrics=revenue,net_income&periods=2023FY..TTM",
};
