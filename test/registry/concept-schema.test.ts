import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { conceptFileSchema } from "#registry/current/concept.ts";

const folder = join(import.meta.dirname, "../../registry");
const schemaFile = "concepts.schema.json";
const published = () => JSON.parse(readFileSync(join(folder, schemaFile), "utf8"));
const files = readdirSync(join(folder, "concepts"));
const entriesOf = (file: string) =>
  JSON.parse(readFileSync(join(folder, "concepts", file), "utf8")) as Record<string, unknown>[];

// `vitest run test/registry/concept-schema.test.ts -u` writes the schema anew.
test("the JSON Schema of concept files is the one that loading checks by", async () => {
  const text = `${JSON.stringify(conceptFileSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(join(folder, schemaFile));
});

test("every concept file meets the schema, and editors find it", () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(published());
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect([file, validate(entriesOf(file))]).toEqual([file, true]);

  const settings = readFileSync(join(folder, "../.vscode/settings.json"), "utf8");
  expect(JSON.parse(settings)["json.schemas"]).toEqual([
    { fileMatch: ["registry/concepts/*.json"], url: `./registry/${schemaFile}` },
  ]);
});

test.each([
  ["a misspelt field", { lable: "Revenue" }],
  ["a value that is none of its field", { periodType: "day" }],
  ["a mapping without a taxonomy", { mappings: [{ version: "2020", xbrlConcept: "Revenues" }] }],
])("the schema refuses %s", (_, change) => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(published());
  const [entry] = entriesOf("income-statement.json");
  expect(validate([entry])).toBe(true);
  expect(validate([{ ...entry, ...change }])).toBe(false);
});
