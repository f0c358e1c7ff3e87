import { randomInt } from "node:crypto";

const codes = 10;
/** Letters and digits that are not taken for one another. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 4;
const groupLetters = 4;

/** Ten new codes of 79 random bits, as they are shown: "x7kq-m2pd-9hta-w3vn". */
export const makeRecoveryCodes = (): string[] => Array.from({ length: codes }, makeCode);

const makeCode = () => Array.from({ length: groups }, makeGroup).join("-");
const makeGroup = () =>
  Array.from({ length: groupLetters }, () => alphabet[randomInt(alphabet.length)]).join("");

/** A code as it is hashed, however it was typed. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, "");
