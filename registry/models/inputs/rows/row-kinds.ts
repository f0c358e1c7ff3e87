import { labelWords } from "#registry/printed-lines.ts";

/** What a row of the balance sheet is to the bridge from enterprise value to equity; `operating` is in none of its lines. */
export type RowKind =
  | "associates"
  | "contingent"
  | "contingency"
  | "debt"
  | "derivative"
  | "digital"
  | "dividends"
  | "for_sale"
  | "investments"
  | "lending"
  | "litigation"
  | "loans_for_sale"
  | "minorities"
  | "operating"
  | "pension"
  | "preferred"
  | "redeemable"
  | "restricted"
  | "securities"
  | "sold"
  | "tax_receivable"
  | "warrants";

export type RowSide = "assets" | "equity" | "liabilities";

/** Words that obligations for the time after work are told by, and what else their rows say. */
const pensionWords =
  /^(?!.*\bother( long term| non ?current| current)*( liabilit| obligation|$))(?=.*\b(pension|(post ?)?retirement|post ?employment|defined benefit)\b)((accrued|accumulated|benefit|care|cost|current|defined|employment|health|healthcare|liabilit[a-z]*|long|medical|non|noncurrent|obligation|other|payable|pension|plan|portion|post|postemployment|postretirement|retiree|retirement|severance|term|than|unfunded)( |$))+$/;
const prepaidPensions =
  /^(?=.*\b(pension|post ?retirement|defined benefit|prepaid benefit cost)\b)((asset|benefit|cost|current|defined|long|non|noncurrent|other|overfunded|pension|plan|post|postretirement|prepaid|retirement|surplu|term)( |$))+$/;

/** Words of rows, see `labelWords`. The first kind that matches counts. */
const kinds: Readonly<Record<RowSide, readonly (readonly [kind: RowKind, words: RegExp])[]>> = {
  assets: [
    [
      "for_sale",
      /^(?!.*(loan|securitie|receivable|inventor|software|container|lease)).*((held|available) sale|discontinued operation|disposal group)/,
    ],
    ["loans_for_sale", /^(mortgage )?loan held sale/],
    ["digital", /^(digital (asset|currenc)|crypto ?(asset|currenc)|bitcoin)/],
    ["derivative", /^(?!.*(regulat|deferred)).*(derivative|hedging asset|price risk management)/],
    ["investments", /asset held special purpose entit/],
    [
      "associates",
      /^(equity )?(invest[a-z]*|equity)\b(?!.*(securitie|receivable|lease|goodwill|propert|(?<!^investment )asset)).*(associated?|affiliated?|unconsolidated|non companie|joint venture|equity method|related companie|real estate entitie)\b|^equity method investment/,
    ],
    ["pension", prepaidPensions],
    ["lending", /^(?=.*collateral).*(securitie (lending|loan\b)|loaned securitie)/],
    ["restricted", /^debt service reserve/],
    // What buyers owe: where trade receivables are sold, a price that is paid later is theirs.
    [
      "sold",
      /^purchase price receivable|receivable (sale|sold|disposal|disposition|divestiture) (business|subsidiar|propert|operation|discontinued)/,
    ],
    [
      "operating",
      /receivable|lease|real estate|regulat|decommissioning|nuclear|customer|client|loan|deposit|tax|prepa(id|yment)|inventor|goodwill|intangible|trademark|copyright|software|content|program|film|propert|plant|equipment|land|timber|stockpile|material|cost|charge|right|reinsurance|insurance|recover|pension|benefit|advance|other (current |non ?current |long term )?asset|unbilled|contract|supplie|fuel|commission|revenue|agreement|technolog|project|satellite|linefill|settlement|product|utilit|asbesto|trading/,
    ],
    ["investments", /^patronage equity|^(invest[a-z]*|equity) cooperative/],
    ["restricted", /restricted|escrow|segregated|collateral posted/],
    [
      "securities",
      /^(investment )?(equity|marketable|trading)( equity| debt)? securitie( fair value)?( current)?$/,
    ],
    [
      "investments",
      /^(other |long term |non ?marketable |equity )*(investment|marketable) ?(securitie)?( other investment| marketable securitie| auction rate securitie| pledged collateral| other than investment affiliate| than investment affiliate| non ?current| carrying value| carried fair value)*$|^non ?marketable equity securitie/,
    ],
  ],
  equity: [
    [
      "preferred",
      /^(?!.*(capital|treasury|dividend|receivable|discount|deferred|unearned|subscri|common)).*\b(preferred|preference) (stock|share|unit|securit)/,
    ],
    ["minorities", /^(?!.*(capital|deficit|excess)).*(non ?controlling|minority) interest/],
  ],
  liabilities: [
    [
      "for_sale",
      /^(?!.*(loan|securitie)).*((held|available) sale|discontinued operation|disposal group)/,
    ],
    ["tax_receivable", /tax (receivable|sharing) agreement|payable( under)? tra\b/],
    ["warrants", /^(?!.*warranty).*warrant( derivative)? liabilit|^(derivative )?warrant$/],
    // What buyers still owe for businesses and plants stands with what they may owe.
    [
      "contingent",
      /contingent consideration|earn ?out|deferred (acquisition )?consideration|^acquisition payable/,
    ],
    [
      "dividends",
      /^(?!interest dividend|.*(trade|account payable|interest payable)).*(dividend|distribution)s?\b.*payable|^(dividend|distribution) (declared|payable)|^dividend interest .*equity|^accrued (dividend|distribution)$/,
    ],
    ["minorities", /(non ?controlling|minority) interest/],
    [
      "redeemable",
      /redeemable|mandatory redemption|mandatorily redeem|called redemption|preferred (stock|share|unit|securit)/,
    ],
    ["pension", pensionWords],
    ["lending", /securitie (lending|loan\b)|loaned securitie/],
    [
      "litigation",
      /^(?=.*\b(litigation|opioid))(?=.*(accrued|liabilit|obligation|reserve|settlement))/,
    ],
    ["contingency", /^contingent liabilit[a-z]*( non)?( ?current)?$/],
    [
      "derivative",
      /^(?!.*(regulat|deferred|debt|note)).*(derivative|price risk management|embedded conversion)/,
    ],
    ["debt", /^(advance|loan)\b.*\baccrued interest$/],
    [
      "operating",
      /^note$|^(long term )?other payable|receivable|deferred|litigation|trade|account payable|accrued|interest|deposit|issuance|operating lease|other (long term |non ?current |current )?(liabilit|obligation)|guarant|tax|lending|loaned|performance|warrant|unearned|customer|compensation|employee|advance\b(?! sale investment)|incentive|\blease|retirement|pension|insurance|polic|claim|reclamation|environmental|asbesto|regulat|reserve|provision|contract|content|program|revenue|\brent(al)?\b|payable affiliate|gift card|settlement|repurchase right|accrual|rebate/,
    ],
    [
      "debt",
      /\b(debt|debenture|borrowing|commercial paper|bond|(credit|loan) facilit|line credit|bridge loan|nonrecourse|non recourse|^collateralized obligation|federal home loan bank)|(note|loan) payable|(bank|term) loan|(senior|subordinated|convertible|exchangeable|secured|acquisition|medium term|term) note|held special purpose entit/,
    ],
  ],
};

/** An investment in a company that the label names, such as "Investment in Conrail" (CSX). */
const named =
  /^"*Investments? in "*(?!(the )?(Leas|Real|Net|Gold|Propert|Receiv|Secur|Debt|Loan|Financ|Operat|Direct|Sales|Wholly|Subsid|Partner|Market|Auction|Equity))[A-Z]/;

/** The kind of a row by its label, else by the name of its element; null where neither tells it. */
export function rowKind(side: RowSide, name: string, label: string): RowKind | null {
  if (/^total\b/i.test(label)) return null;
  if (side === "assets" && named.test(label) && !/WhollyOwned|Gold/.test(name)) return "associates";
  // The reference to notes is cut off: it may contain further parentheses.
  return kindOf(side, label.split(/\(notes? /i)[0] ?? "") ?? kindOf(side, name);
}

function kindOf(side: RowSide, text: string): RowKind | null {
  const words = labelWords(text);
  return kinds[side].find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
