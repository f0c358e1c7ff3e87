import { nameKey, namesIn } from "./names.ts";

/** Names that covers print and that are not those of `Intl`. */
const otherNames = namesIn(
  "bahamas BS, bosnia and herzegovina BA, brunei darussalam BN, burma MM, cabo verde CV, congo CG, czech republic CZ, " +
    "democratic republic of the congo CD, england GB, england and wales GB, great britain GB, holy see VA, hong kong HK, " +
    "ivory coast CI, kingdom of denmark DK, kingdom of spain ES, grand duchy of luxembourg LU, macao MO, macau MO, " +
    "myanmar MM, north korea KP, palestine PS, people's republic of china CN, pitcairn PN, republic of ireland IE, " +
    "republic of korea KR, republic of the marshall islands MH, russian federation RU, saint helena SH, " +
    "saint kitts and nevis KN, saint lucia LC, saint martin MF, saint vincent and the grenadines VC, scotland GB, " +
    "south korea KR, syrian arab republic SY, turkey TR, uae AE, uk GB, " +
    "united kingdom of great britain and northern ireland GB, united states of america US, " +
    "united states minor outlying islands UM, us US, usa US, viet nam VN, virgin islands british VG, virgin islands us VI",
);

/** Codes that were withdrawn have the names of others. */
const withdrawn = new Set("AN BU CS DD DY FX HV NH RH SU TP UK VD YD YU ZR".split(" "));

/** Two-letter codes of ISO 3166 by the names of countries; keys are in lower case, without accents and marks. */
export const countries: ReadonlyMap<string, string> = new Map([...isoNames(), ...otherNames]);

function* isoNames(): Generator<[string, string]> {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    if (name === undefined || withdrawn.has(code)) continue;
    yield [nameKey(name), code];
    if (name.includes("&")) yield [nameKey(name.replace("&", "and")), code];
  }
}

const canada = namesIn(
  "alberta A0, british columbia A1, manitoba A2, new brunswick A3, newfoundland A4, newfoundland and labrador A4, " +
    "nova scotia A5, ontario A6, prince edward island A7, quebec A8, saskatchewan A9, yukon B0",
);

/** The regulator's own codes of the places where registrants are at home; keys as in `countries`. */
export const edgarCountries: ReadonlyMap<string, string> = new Map([
  ...canada,
  ...[...canada].map(([name, code]): [string, string] => [`${name} canada`, code]),
  ...namesIn(
    "argentina C1, australia C3, austria C4, bahamas C5, bahrain C6, barbados C8, belgium C9, belize D1, bermuda D0, " +
      "brazil D5, british virgin islands D8, virgin islands british D8, canada Z4, cayman islands E9, chile F3, china F4, " +
      "people's republic of china F4, colombia F8, costa rica G3, cyprus G4, czech republic 2N, czechia 2N, denmark G7, " +
      "kingdom of denmark G7, egypt H2, england X0, england and wales X0, finland H9, france I0, germany 2M, gibraltar J1, " +
      "great britain X0, greece J3, guernsey Y7, hong kong K3, hungary K5, iceland K6, india K7, indonesia K8, ireland L2, " +
      "isle of man Y8, israel L3, italy L6, jamaica L8, japan M0, jersey Y9, jordan M2, kazakhstan 1P, liechtenstein N2, " +
      "luxembourg N4, grand duchy of luxembourg N4, macao N5, macau N5, malaysia N8, malta O1, marshall islands 1T, " +
      "republic of the marshall islands 1T, mauritius O4, mexico O5, monaco O9, netherlands P7, netherlands antilles P8, " +
      "new zealand Q2, nigeria Q5, norway Q8, panama R1, peru R5, philippines R6, poland R9, portugal S1, " +
      "republic of korea M5, south korea M5, russian federation 1Z, saudi arabia T0, singapore U0, south africa T3, " +
      "republic of south africa T3, spain U3, kingdom of spain U3, sweden V7, switzerland V8, taiwan F5, thailand W1, " +
      "turkey W8, turkiye W8, uae C0, ukraine 2H, united arab emirates C0, united kingdom X0, uk X0, united states X1, " +
      "united states of america X1, us X1, usa X1, uruguay X3, venezuela X5, viet nam Q1, american samoa B5, guam GU, " +
      "puerto rico PR, virgin islands us VI, us virgin islands VI",
  ),
]);
