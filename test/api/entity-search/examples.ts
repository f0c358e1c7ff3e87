import type { Questions } from "../../helpers/endpoints/questions.ts";

export const questions: Questions = {
  searchEntities: "/v2/entities?search=aple",
};
