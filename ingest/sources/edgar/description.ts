import type { SourceDescription } from "../description.ts";
import { parseDocument } from "./parse.ts";
import { companyFactsUrl, edgarHosts, submissionsUrl } from "./urls.ts";

/** The regulator of the United States: keys are CIKs of ten digits. */
export const edgar: SourceDescription = {
  key: "edgar",
  name: "SEC EDGAR",
  provider: "U.S. Securities and Exchange Commission, EDGAR",
  authority: "the U.S. Securities and Exchange Commission",
  shortAuthority: "the SEC",
  system: "EDGAR",
  forms: {
    annual: ["10-K", "10-K405", "10-KSB", "10-KT", "20-F", "40-F"],
    interim: ["10-Q", "10-QT", "10-QSB"],
    halfYear: [],
    current: ["8-K", "6-K", "8-K12B", "8-K12G3", "8-K15D5"],
    insiders: ["3", "4", "5", "144"],
    amendmentMark: "/A",
    endReporting: ["15-12B", "15-12G", "15-15D"],
    endListing: ["25", "25-NSE"],
    // Foreign issuers are only bound to one periodic report a year.
    signsOfLife: ["6-K"],
    issuers: {
      "20-F": "foreign_private_issuer",
      "40-F": "canadian_issuer",
      "6-K": "foreign_private_issuer",
    },
  },
  isCompany: (key) => /^\d{10}$/.test(key),
  companyKeyOf: (typed) =>
    /^(CIK)?\d{1,10}$/i.test(typed) ? typed.replace(/^CIK/i, "").padStart(10, "0") : null,
  mainDocuments: (cik) => [submissionsUrl(cik), companyFactsUrl(cik)],
  pages: (cik) => ({
    index: {
      id: `edgar-submissions-${cik}`,
      label: "Filing index of the U.S. Securities and Exchange Commission",
      url: submissionsUrl(cik),
    },
    figures: {
      id: `edgar-facts-${cik}`,
      label: "Filed figures at the U.S. Securities and Exchange Commission",
      url: companyFactsUrl(cik),
    },
    filings: {
      label: "All filings at the U.S. Securities and Exchange Commission",
      url: `${edgarHosts.www}/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}`,
    },
  }),
  parse: parseDocument,
};
