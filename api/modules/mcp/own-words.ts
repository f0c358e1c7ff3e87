interface Advice {
  /** What errors advise callers of the API. */
  said: string;
  /** What an agent does instead. */
  instead: string;
  /** The advice ends with the message. */
  goesOn?: true;
}

const advices: readonly Advice[] = [
  {
    said: "; GET /v2/entities?search= finds ",
    goesOn: true,
    instead: "; find_company finds companies by name",
  },
  { said: "; GET /v2/sfrs/concepts lists them", instead: "; find_concept finds keys by name" },
  {
    said: "; GET /v2/entities/{id}/filings lists ",
    goesOn: true,
    instead: "; without filing, get_filed_statement takes the newest one",
  },
  { said: ": narrow the question, or --timeout", instead: ": narrow the question" },
  {
    said: ": write it with npm run extract -- --history",
    instead: ", so only as_of and the tables have past days",
  },
];

/** The message of an error as a tool says it: with tools, not with addresses or commands, which an agent does not have. */
export const inOwnWords = (message: string): string =>
  advices.reduce((text, { said, instead, goesOn }) => {
    const at = text.indexOf(said);
    if (at < 0) return text;
    return text.slice(0, at) + instead + (goesOn ? "" : text.slice(at + said.length));
  }, message);
