/** What errors advise callers of the API, and what an agent does instead. */
const advices: readonly [RegExp, string][] = [
  [/; GET \/v2\/entities\?search= finds .*$/, "; find_company finds companies by name"],
  [/; GET \/v2\/sfrs\/concepts lists them/, "; find_concept finds keys by name"],
  [
    /; GET \/v2\/entities\/\{id\}\/filings lists .*$/,
    "; without filing, get_filed_statement takes the newest one",
  ],
  [/: narrow the question, or --timeout/, ": narrow the question"],
  [/: write it with npm run extract -- --history/, ", so only as_of and the tables have past days"],
];

/** The message of an error as a tool says it: with tools, not with addresses or commands, which an agent does not have. */
export const inOwnWords = (message: string): string =>
  advices.reduce((text, [advice, words]) => text.replace(advice, words), message);
