/** Names of the characters 160 to 255, in their order. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro " +
  "para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil " +
  "Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave " +
  "Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml " +
  "igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute " +
  "thorn yuml";

/** Greek letters, from 913 and from 945; a dash has no name among the capitals. */
const greek =
  "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi " +
  "Psi Omega";
const smallGreek = greek.toLowerCase().replace("-", "sigmaf");

const others =
  "OElig 338, oelig 339, Scaron 352, scaron 353, Yuml 376, fnof 402, circ 710, tilde 732, ensp 8194, emsp 8195, " +
  "thinsp 8201, zwnj 8204, zwj 8205, lrm 8206, rlm 8207, ndash 8211, mdash 8212, lsquo 8216, rsquo 8217, " +
  "sbquo 8218, ldquo 8220, rdquo 8221, bdquo 8222, dagger 8224, Dagger 8225, bull 8226, hellip 8230, permil 8240, " +
  "prime 8242, Prime 8243, lsaquo 8249, rsaquo 8250, oline 8254, frasl 8260, euro 8364, trade 8482, larr 8592, " +
  "uarr 8593, rarr 8594, darr 8595, harr 8596, part 8706, sum 8721, minus 8722, radic 8730, infin 8734, cap 8745, " +
  "cup 8746, int 8747, asymp 8776, ne 8800, equiv 8801, le 8804, ge 8805, loz 9674";

const numbered = (names: string, first: number) =>
  names
    .split(" ")
    .map((name, place): [string, string] => [name, String.fromCodePoint(first + place)]);

/** The characters that XHTML has names for, as far as pages of filings use them. */
export const pageEntities: Readonly<Record<string, string>> = Object.fromEntries([
  ...numbered(latin, 160),
  ...numbered(greek, 913),
  ...numbered(smallGreek, 945),
  ...others.split(", ").map((pair): [string, string] => {
    const [name = "", code] = pair.split(" ");
    return [name, String.fromCodePoint(Number(code))];
  }),
]);
