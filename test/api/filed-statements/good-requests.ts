import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makeCompany, makeFact, makeFacts, makeReport } from "../../helpers/make.ts";
import { of2018 } from "./apple.ts";

export const unknownParameters = { accession: "0000000000-00-000000", kind: "equity" };

export const requests: MakeRequests = ({ app: { db } }) => {
  const { accession } = of2018;
  const withReport = async () => {
    const { id, cik } = await makeCompany(db);
    await makeFacts(db, cik, [makeFact()]);
    await makeReport(db, cik, of2018, { filed: "2018-11-05" });
    return id;
  };
  return {
    "GET /v2/entities/:id/filings/:accession/statements": async () => ({
      parameters: { id: await withReport(), accession },
    }),
    "GET /v2/entities/:id/filings/:accession/statements/:kind": async () => ({
      parameters: { id: await withReport(), accession, kind: "income" },
    }),
    "GET /v2/entities/:id/segments": async () => ({ parameters: { id: await withReport() } }),
    "GET /v2/entities/:id/data-quality/statements": async () => ({
      parameters: { id: await withReport() },
    }),
    "GET /v2/entities/:id/breakdowns": async () => ({ parameters: { id: await withReport() } }),
    "GET /v2/entities/:id/statements-as-filed/:kind": async () => ({
      parameters: { id: await withReport(), kind: "income" },
    }),
  };
};
