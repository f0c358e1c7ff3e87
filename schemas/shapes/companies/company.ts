/** Company reference data from the regulator's submissions file; null when it has no value. */
export interface CompanyProfile {
  /** Ten digits, zero padded. */
  cik: string;
  name: string;
  sic: string | null;
  sicDescription: string | null;
  /** MMDD, as filed; it moves by a day or two for 52/53-week filers. */
  fiscalYearEnd: string | null;
  entityType: string | null;
  category: string | null;
  stateOfIncorporation: string | null;
  description: string | null;
  website: string | null;
  phone: string | null;
  ein: string | null;
  tickers: { ticker: string; exchange: string | null }[];
  formerNames: { name: string; from: string | null; to: string | null }[];
  addresses: CompanyAddress[];
}

export interface CompanyAddress {
  kind: "business" | "mailing";
  street: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
}

/** One row of the filing history. `acceptedAt` and `reportDate` are null when the index has none. */
export interface FilingRecord {
  accession: string;
  cik: string;
  form: string;
  filed: string;
  acceptedAt: string | null;
  reportDate: string | null;
  primaryDocument: string | null;
  isXbrl: boolean;
}
