import { bookOf } from "./book.ts";
import { readRules } from "./load-rules.ts";

/** The rules of the working registry: for those who tell what they say and build nothing. */
export const workingRules = bookOf(readRules());
