import { Ajv2020 } from "ajv/dist/2020.js";

/**
 * A validator that shares no code with the product; what is described under `openapi#` is `document`. Of schemas that
 * judge one answer each, compiling is the work: its optimizer and inlined references make it three times as long.
 */
export function openValidator(document?: object): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  if (document !== undefined) ajv.addSchema(document, "openapi");
  return ajv;
}
