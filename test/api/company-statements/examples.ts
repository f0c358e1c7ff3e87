import { company, type Questions } from "../../helpers/endpoints/questions.ts";

export const questions: Questions = {
  listStatements: `${company}/sfrs-statements?period=annual&limit=3`,
  traceValue: `${company}/lineage?concept=revenue&period=2023FY`,
};
