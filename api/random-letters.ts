import { randomInt } from "node:crypto";

/** Letters a to z, to tell things of one name apart; no secret. */
export const randomLetters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join("");
