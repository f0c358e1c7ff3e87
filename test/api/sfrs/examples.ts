import type { Questions } from "../../helpers/endpoints/questions.ts";

export const questions: Questions = {
  listConcepts: "/v2/sfrs/concepts?role=reported",
  listSchemas: "/v2/sfrs/schemas",
  getSchema: "/v2/sfrs/schemas/income_statement/1.0.0",
};
