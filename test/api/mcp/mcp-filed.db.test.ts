import { expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeFact, makeFacts, makeReport } from "../../helpers/make.ts";
import { of2017, of2018 } from "../filed-statements/apple.ts";

const { db, send } = await testApp();
const { id, cik } = await makeCompany(db, { company: { companyKey: "0000320193" } });
await makeFacts(db, cik, [makeFact()]);
await makeReport(db, cik, of2018, { filed: "2018-11-05" });
await makeReport(db, cik, of2017, { filed: "2017-11-03" });

async function call(args: Record<string, unknown>) {
  const params = { name: "get_filed_statement", arguments: { company: id, ...args } };
  const payload = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const accept = "application/json, text/event-stream";
  const answer = await send({ method: "POST", url: "/mcp", payload, headers: { accept } });
  const { result } = answer.json();
  return result.isError ? result.content[0].text : JSON.parse(result.content[0].text);
}

test("an agent reads the newest filing's statement as printed, or that of a past day", async () => {
  const newest = await call({});
  expect(newest).toMatchObject({ accession: of2018.accession, form: "10-K" });
  expect(newest.statements[0].lines[1]).toEqual({
    label: "Cost of sales",
    element: "us-gaap:CostOfGoodsAndServicesSold",
    values: {
      "2017-10-01/2018-09-29": "-163756000000",
      "2016-09-25/2017-09-30": "-141048000000",
      "2015-09-27/2016-09-24": "-131376000000",
    },
  });
  expect(await call({ asOf: "2018-01-01" })).toMatchObject({ accession: of2017.accession });
});

test("an agent reads a statement over several periods, and is told what is not there", async () => {
  const { columns, lines } = await call({ period: "annual", periods: 2 });
  expect(columns.map((one: { accession: string }) => one.accession)).toEqual([
    of2018.accession,
    of2017.accession,
  ]);
  expect(lines[0].values).toEqual(["265595000000", "229234000000"]);
  expect(await call({ statement: "balance" })).toMatch(/it has income/);
});
