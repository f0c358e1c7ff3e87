import { company, type Questions } from "../../helpers/endpoints/questions.ts";

export const questions: Questions = {
  getDataQuality: `${company}/data-quality`,
};
