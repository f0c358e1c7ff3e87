import { z } from "zod";
import reviewed from "./statement-sums.json" with { type: "json" };

/** The statements that standardized lines stand on. */
export const summedStatements = ["income", "balance", "cash_flow"] as const;
export type SummedStatement = (typeof summedStatements)[number];

const pattern = z.string().transform((text) => new RegExp(text));

/** How a statement divides an amount between the company and others: what the rows are, and what names tell them. */
const attribution = z.strictObject({
  statement: z.enum(summedStatements),
  /** snakeKeys of the consolidated amount, the company's own, and what belongs to others. */
  whole: z.string(),
  own: z.string(),
  others: z.string(),
  /** A statement that names nothing of others has the company's own amount in the consolidated one. */
  isAllWithoutOthers: z.boolean(),
  /** Rows that only their names tell count beside those of mapped elements; else only where there are none of these. */
  isNamedBeside: z.boolean(),
  /** Which of the two is printed as the total of the other and what belongs to others. */
  addsTo: z.enum(["whole", "own"]),
  /** Elements and labels of what belongs to others, and what they do not say. */
  othersNamed: pattern,
  notNamed: pattern,
  /** Elements that may stand beside in the total. */
  besideNamed: pattern,
  /** Elements of other amounts, which are divided in the same way. */
  neverNamed: pattern,
  /** Elements that come after an amount which is not yet the last. */
  laterNamed: pattern,
  /** Labels that tell the two apart where the sign of what belongs to others does not. */
  ownNamed: pattern,
  wholeNamed: pattern,
});

export type Attribution = z.infer<typeof attribution>;

const shape = z.strictObject({
  totals: z.array(z.string()),
  addsUp: z.array(z.string()),
  byLabel: z.array(z.string()),
  otherThanLabel: z.record(z.string(), pattern),
  notWithin: z.record(z.string(), pattern),
  notBeside: z.record(z.string(), pattern),
  byRules: z.array(z.string()),
  needParts: z.array(z.string()),
  topmost: z.array(z.string()),
  notFromNotes: z.array(z.string()),
  backwards: z.array(z.string()),
  signAsPrinted: z.array(z.string()),
  byIdentity: z.array(z.string()),
  startOfCashFlow: z.array(z.string()),
  belowOperatingIncome: z.strictObject({ lines: z.array(z.string()), names: pattern }),
  debt: z.strictObject({
    total: z.string(),
    due: z.string(),
    currentTotal: z.string(),
    within: z.array(z.string()),
    after: z.string(),
    apart: z.array(z.string()),
    parts: z.array(z.string()),
    named: pattern,
    notNamed: pattern,
    belowOther: pattern,
    tradeNotes: z.strictObject({ notes: pattern, beside: pattern }),
  }),
  taxPlace: z.strictObject({
    before: z.string(),
    tax: z.string(),
    taxNamed: pattern,
    notNamed: pattern,
    afterTax: z.array(z.string()),
  }),
  attributions: z.array(attribution),
});

const data = shape.parse(reviewed);

/** Lines that are totals of a statement: no other line stands within them. */
export const statementTotals: ReadonlySet<string> = new Set(data.totals);

/** Lines that are all printed rows of their elements together; of any other line the first element counts. */
export const addsUp: ReadonlySet<string> = new Set(data.addsUp);

/** Lines that the label of an element tells which nothing maps: the words mean nothing else. */
export const toldByLabel: ReadonlySet<string> = new Set(data.byLabel);

/** By line, names of elements that are not the line that their label says: a heading above the row says what they are of (Host Hotels' hotels sold). */
export const otherThanLabel: Readonly<Record<string, RegExp | undefined>> = data.otherThanLabel;

/** By line, elements of totals that rows whose label says the line never stand below: preferred stock of subsidiaries within equity (Sempra). */
export const notWithin: Readonly<Record<string, RegExp | undefined>> = data.notWithin;

/** By line, labels of rows of its elements that are another line where a row without such a label is there: what CA pays for businesses. */
export const notBeside: Readonly<Record<string, RegExp | undefined>> = data.notBeside;

/** Totals of which a statement may print only some part under the same element: the rules choose them, whatever it prints. */
export const leftToRules: ReadonlySet<string> = new Set(data.byRules);

/** Totals that a row is only if others add up to it: a single cost may have the element of all costs. */
export const needParts: ReadonlySet<string> = new Set(data.needParts);

/** Lines that the row highest in the statement is, where several rows have their elements. */
export const topmost: ReadonlySet<string> = new Set(data.topmost);

/** Totals that notes state of segments, and that are not taken from there. */
export const notFromNotes: ReadonlySet<string> = new Set(data.notFromNotes);

/**
 * Lines that statements also take off again below a total (net income, less discontinued operations, is income of continuing ones): how
 * their rows add up does not tell the filed sign. Nor does it of totals.
 */
export const readBackwards: ReadonlySet<string> = new Set([...data.backwards, ...data.totals]);

/** Lines of the cash flow statement whose sign is the printed one where no total tells it: filers tag a gain taken off cash as a loss, too. */
export const signAsPrinted: ReadonlySet<string> = new Set(data.signAsPrinted);

/**
 * Total debt as the rows of a balance sheet that are debt: those of the elements of its parts, and those whose label says so; `due` is what of it stands
 * below `currentTotal`. `within` are the
 * totals whose rows are asked, `after` is what they are printed after, `apart` those whose rows are none, nor are those below a total that `belowOther` names (notes of trade).
 * `tradeNotes` tells notes of trade by the label of their row and of the next one, where no total names them.
 */
export const printedDebt = data.debt;

/** Ids of the identities that tell the lines of a total that is printed without rows that add up to it: those of filed lines above it. */
export const sumsByIdentity: ReadonlySet<string> = new Set(data.byIdentity);

/** Lines of income that a cash flow statement begins with. */
export const startOfCashFlow: ReadonlySet<string> = new Set(data.startOfCashFlow);

/** Where `part` stands above `inside`, it is `whole`. */
export const allCosts = {
  whole: "costs_and_expenses",
  part: "operating_expenses",
  inside: "cost_of_revenue",
};

/** What stands between operating income and income before tax: standardized lines, and names of elements of no line. */
export const belowOperatingIncome = {
  lines: new Set(data.belowOperatingIncome.lines) as ReadonlySet<string>,
  names: data.belowOperatingIncome.names,
};

/** Income before tax and the tax: the lines, what names a tax and what does not, and lines that an amount before tax never is. */
export const { taxPlace } = data;

/** What statements divide between the company and others: net income, and equity. */
export const { attributions } = data;
