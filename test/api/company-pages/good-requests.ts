import { randomInt } from "node:crypto";
import { hiddenIn, signInBrowser } from "../../helpers/browser.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeCompany, makeFact, makeFacts, makeReport } from "../../helpers/make.ts";
import { of2018 } from "../filed-statements/apple.ts";

const company = "apple-inc";
const model = "dcf_5_year_terminal_growth";

export const requests: MakeRequests = ({ app }) => ({
  "POST /companies/:company/star": async () => {
    const cookies = await signInBrowser(app, `star-${randomInt(2 ** 47)}@example.com`);
    const page = await app.get(`/companies/${company}`, { accept: "text/html", ...cookies });
    const [, form = ""] = page.body.split('<form id="star"');
    const payload = hiddenIn(form.split("</form>", 1)[0] ?? "");
    return { parameters: { company }, headers: cookies, payload };
  },
  "GET /companies/:company/filings/:accession": async () => {
    const { db } = app;
    const { slug, cik } = await makeCompany(db);
    await makeFacts(db, cik, [makeFact()]);
    await makeReport(db, cik, of2018);
    return { parameters: { company: slug, accession: of2018.accession } };
  },
  "GET /companies/:company/as-filed": () => ({ parameters: { company } }),
  "GET /companies/:company/segments": () => ({ parameters: { company } }),
  "GET /companies/:company/financials": () => ({ parameters: { company } }),
  "GET /companies/:company/valuation": () => ({ parameters: { company } }),
  "GET /companies/:company/parts": () => ({ parameters: { company } }),
  "GET /companies/:company/multiples": () => ({ parameters: { company } }),
  "GET /companies/:company/peers": () => ({ parameters: { company } }),
  "GET /companies/:company/filings": () => ({ parameters: { company } }),
  "GET /companies/:company/quality": () => ({ parameters: { company } }),
  "GET /companies/:company": () => ({ parameters: { company } }),
  "GET /companies/:company/lineage/:concept/:period": () => ({
    parameters: { company, concept: "revenue", period: "2023FY" },
  }),
  "GET /companies/:company/models/:model": () => ({ parameters: { company, model } }),
  "POST /companies/:company/models/:model": () => ({
    parameters: { company, model },
    payload: { act: "show" },
  }),
  "GET /companies/:company/tables/:table": () => ({
    parameters: { company, table: "income_statement.csv" },
  }),
});
