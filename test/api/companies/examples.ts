import { company, type Questions } from "../../helpers/endpoints/questions.ts";

export const questions: Questions = {
  getPublicProfile: "/v2/entities/public/apple-inc",
  findEntityByTicker: "/v2/entities/public/by-ticker/AAPL",
  getCompanyTerminal: `${company}/company-terminal`,
  getFullFinancials: `${company}/financials/full`,
};
