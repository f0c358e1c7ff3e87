/** A text as a page prints it, to the text of the fact; null for what is none in the format. */
export type TextFormat = (text: string) => string | null;

/** A name as the keys of these maps have it: in lower case, without accents, commas and full stops. */
export function nameKey(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}|[.,]/gu, "")
    .replace(/\u2019/g, "'")
    .replace(/\s*-\s*/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

/** "alabama AL, …" as a map; keys are in lower case. */
export function namesIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(",").map((pair) => {
      const end = pair.trim().lastIndexOf(" ");
      return [pair.trim().slice(0, end), pair.trim().slice(end + 1)];
    }),
  );
}

/** Codes of the states of the US and the provinces of Canada, which covers print by their names. */
export const states = namesIn(
  "alabama AL, alaska AK, arizona AZ, arkansas AR, california CA, colorado CO, connecticut CT, delaware DE, " +
    "district of columbia DC, florida FL, georgia GA, hawaii HI, idaho ID, illinois IL, indiana IN, iowa IA, kansas KS, " +
    "kentucky KY, louisiana LA, maine ME, maryland MD, massachusetts MA, michigan MI, minnesota MN, mississippi MS, " +
    "missouri MO, montana MT, nebraska NE, nevada NV, new hampshire NH, new jersey NJ, new mexico NM, new york NY, " +
    "north carolina NC, north dakota ND, ohio OH, oklahoma OK, oregon OR, pennsylvania PA, puerto rico PR, " +
    "rhode island RI, south carolina SC, south dakota SD, tennessee TN, texas TX, utah UT, vermont VT, virginia VA, " +
    "washington WA, west virginia WV, wisconsin WI, wyoming WY, guam GU, american samoa AS, washington dc DC, " +
    "alberta AB, british columbia BC, manitoba MB, new brunswick NB, newfoundland and labrador NL, nova scotia NS, " +
    "ontario ON, prince edward island PE, quebec QC, saskatchewan SK, commonwealth of pennsylvania PA, " +
    "commonwealth of virginia VA, commonwealth of massachusetts MA, commonwealth of kentucky KY, state of delaware DE, " +
    "the state of delaware DE, state of new york NY, state of maryland MD, northern mariana islands MP, samoa AS, " +
    "united states minor outlying islands UM, virgin islands us VI, newfoundland NL, northwest territories NT, " +
    "nunavut NU, yukon YT",
);

/** Codes of exchanges, which covers print by their names. */
export const exchanges = namesIn(
  "the nasdaq stock market llc NASDAQ, nasdaq stock market llc NASDAQ, the nasdaq stock market NASDAQ, " +
    "nasdaq stock market NASDAQ, nasdaq NASDAQ, the nasdaq global select market NASDAQ, nasdaq global select market NASDAQ, " +
    "the nasdaq global market NASDAQ, nasdaq global market NASDAQ, the nasdaq capital market NASDAQ, " +
    "nasdaq capital market NASDAQ, nasdaq stock exchange NASDAQ, new york stock exchange NYSE, the new york stock exchange NYSE, " +
    "new york stock exchange inc NYSE, new york stock exchange llc NYSE, nyse NYSE, nyse american NYSEAMER, " +
    "nyse american llc NYSEAMER, the nyse american NYSEAMER, nyse mkt NYSEAMER, nyse arca NYSEArca, nyse arca inc NYSEArca, " +
    "nyse chicago CHX, nyse chicago inc CHX, nyse texas CHX, nyse texas inc CHX, chicago stock exchange CHX, " +
    "chicago stock exchange inc CHX, boston stock exchange BOX, cboe bzx exchange CboeBZX, cboe bzx exchange inc CboeBZX, " +
    "cboe exchange inc CBOE, cboe exchange CBOE, box exchange BOX, box exchange llc BOX, cboe byx exchange CboeBYX, " +
    "cboe byx exchange inc CboeBYX, cboe c2 exchange C2, cboe c2 exchange inc C2, cboe edga exchange CboeEDGA, " +
    "cboe edga exchange inc CboeEDGA, cboe edgx exchange CboeEDGX, cboe edgx exchange inc CboeEDGX, " +
    "investors exchange IEX, investors exchange llc IEX, miami international securities exchange MIAX, " +
    "miami international securities exchange llc MIAX, miax pearl PEARL, miax pearl llc PEARL, nasdaq bx BX, " +
    "nasdaq bx inc BX, nasdaq gemx GEMX, nasdaq gemx llc GEMX, nasdaq ise ISE, nasdaq ise llc ISE, nasdaq mrx MRX, " +
    "nasdaq mrx llc MRX, nasdaq phlx Phlx, nasdaq phlx llc Phlx, nyse national NYSENAT, nyse national inc NYSENAT, " +
    "the nyse NYSE, the nyse arca NYSEArca, nasdaq global market NASDAQ, nasdaq capital market llc NASDAQ",
);

export const filerCategories: ReadonlyMap<string, string> = new Map(
  [
    "Large Accelerated Filer",
    "Accelerated Filer",
    "Non-accelerated Filer",
    "Smaller Reporting Company",
    "Smaller Reporting Accelerated Filer",
  ].flatMap((name): [string, string][] => [
    [name.toLowerCase(), name],
    [name.toLowerCase().replace("-", " "), name],
  ]),
);
