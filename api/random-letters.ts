import { randomInt } from "node:crypto";

/** Random letters a to z that tell things with the same name apart. Not suitable as a secret. */
export const randomLetters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join("");
