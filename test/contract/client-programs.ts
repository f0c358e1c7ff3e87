/** A program that reads Apple's revenue of 2023 with a generated client. `line` is the member that it prints. */
export type Program = (baseUrl: string, line: string) => string;

const printed = (line: string) => `
const income = periods.find((one) => one.statementType === "income_statement" && one.periodKey === "2023FY");
if (income?.statementType !== "income_statement") throw new Error("no income statement");
console.log(income.fields.${line});
`;

const openapiTypescript: Program = (baseUrl, line) => `
import createClient from "openapi-fetch";
import type { paths } from "./openapi-typescript";

const client = createClient<paths>({ baseUrl: ${JSON.stringify(baseUrl)} });
const company = await client.GET("/v2/entities/public/by-ticker/{ticker}", {
  params: { path: { ticker: "AAPL" } },
});
const id = company.data!.data.entityId;
const { data } = await client.GET("/v2/entities/{id}/sfrs-statements", {
  params: { path: { id }, query: { period: "annual" } },
});
const { periods } = data!.data;
${printed(line)}`;

const heyApi: Program = (baseUrl, line) => `
import { findEntityByTicker, listStatements } from "./hey-api/index";
import { client } from "./hey-api/client.gen";

client.setConfig({ baseUrl: ${JSON.stringify(baseUrl)} });
const company = await findEntityByTicker({ path: { ticker: "AAPL" }, throwOnError: true });
const path = { id: company.data.data.entityId };
const { data } = await listStatements({ path, query: { period: "annual" }, throwOnError: true });
const { periods } = data.data;
${printed(line)}`;

// The base URL is in the generated client.
const orval: Program = (_, line) => `
import { findEntityByTicker, listStatements } from "./orval";

const company = await findEntityByTicker("AAPL");
if (company.status !== 200) throw new Error(String(company.status));
const answer = await listStatements(company.data.data.entityId, { period: "annual" });
if (answer.status !== 200) throw new Error(String(answer.status));
const { periods } = answer.data.data;
${printed(line)}`;

/** How each generator is called, and a program that uses what it makes. */
export const generators: readonly { bin: string; args: string[]; program: Program }[] = [
  {
    bin: "openapi-typescript",
    args: ["openapi.json", "-o", "openapi-typescript.d.ts"],
    program: openapiTypescript,
  },
  { bin: "openapi-ts", args: ["-i", "openapi.json", "-o", "hey-api"], program: heyApi },
  { bin: "orval", args: [], program: orval },
];

/** The settings file of orval, which takes the base URL from it. */
export const orvalSettings = (baseUrl: string) => `
export default {
  tenk: {
    input: "./openapi.json",
    output: { target: "./orval.ts", client: "fetch", mode: "single", baseUrl: ${JSON.stringify(baseUrl)} },
  },
};
`;
