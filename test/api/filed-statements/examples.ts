import { company, type Questions } from "../../helpers/endpoints/questions.ts";

const filing = `${company}/filings/0000320193-24-000123`;

export const questions: Questions = {
  listCompanyFilings: `${company}/filings?state=stored&limit=2`,
  getFiledStatements: `${filing}/statements`,
  getFiledStatement: `${filing}/statements/income`,
  getStatementHistory: `${company}/statements-as-filed/income?period=annual&limit=3`,
  getSegments: `${company}/segments?by=product&metric=revenue`,
  getBreakdowns: `${company}/breakdowns`,
  getStatementQuality: `${company}/data-quality/statements`,
};
