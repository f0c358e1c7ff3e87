import { companyChange } from "#schemas/tables/companies/change.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";

const period = { periodStart: "2022-09-25", periodEnd: "2023-09-30", currency: "USD" };
const line = { line: "net_income", before: "96995000000", after: "96996000000" };

export const requests: MakeRequests = ({ app: { db }, companyId: entityId }) => {
  const makeChanges = async () => {
    const filing = {
      accessionNumber: "0000320193-23-000106",
      form: "10-K",
      filedDate: "2023-11-03",
    };
    const statement = {
      ...{ periodKey: "2023FY", statementType: "income_statement" as const, ...period },
      ...{ cause: "documents" as const, newFilings: [filing.accessionNumber], lines: [line] },
    };
    await db.insert(companyChange).values([
      {
        entityId,
        type: "filing.stored",
        detail: { filing: { ...filing, reportDate: "2023-09-30" } },
      },
      { entityId, type: "statement.restated", detail: { statement } },
    ]);
    return {};
  };
  return {
    "GET /v2/changes": makeChanges,
    "GET /v2/entities/:id/changes.atom": makeChanges,
  };
};
