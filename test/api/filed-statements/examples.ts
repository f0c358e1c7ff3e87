import { company, type Questions } from "../../helpers/endpoints/questions.ts";

export const questions: Questions = {
  listCompanyFilings: `${company}/filings?form=10-K&limit=2`,
};
