/** What pages of other modules need of the page of a model. */
export { headline } from "./models/results.ts";
export { readSet, writeSet } from "./models/schemas.ts";
export { labelled, type TypedInputs, tryTyped, typedOf } from "./models/typed-inputs.ts";
export { inWords } from "./models/words.ts";
export { findAddressed } from "./page-address.ts";
