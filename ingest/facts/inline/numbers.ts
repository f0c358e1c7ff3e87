/** A number as a page prints it, to decimal text ("24,575" to "24575"); null for what is none in the format. */
export type NumberFormat = (text: string) => string | null;

function grouped(group: RegExp, point: string): NumberFormat {
  return (text) => {
    const plain = text.replace(group, "").replace(point, ".");
    return /^\d*\.?\d*$/.test(plain) && /\d/.test(plain) ? plain : null;
  };
}

const groupsBeforePoint = grouped(/[,'’`´\s\u00a0]/g, ".");
const groupsBeforeComma = grouped(/[.'’`´\s\u00a0]/g, ",");

/** "5 dollars 10 cents": the whole units, then hundredths. */
const withUnits =
  (group: RegExp): NumberFormat =>
  (text) => {
    const found = /^([\d.,'\s\u00a0]+)\D+?(\d{1,2})\D*$/.exec(text);
    const whole = found?.[1]?.replace(group, "") ?? "";
    return found && /^\d+$/.test(whole) ? `${whole}.${(found[2] ?? "").padStart(2, "0")}` : null;
  };

const small: Record<string, number> = Object.assign(Object.create(null), {
  zero: 0,
  no: 0,
  none: 0,
  nil: 0,
  one: 1,
  a: 1,
  an: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
});
const large: Record<string, number> = Object.assign(Object.create(null), {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
});

/** "two hundred and five thousand" to "205000". */
export const numberWords: NumberFormat = (text) => {
  const words = text
    .toLowerCase()
    .replace(/[-,\u00a0\u2010-\u2014]/g, " ")
    .split(/\s+/);
  let total = 0;
  let part = 0;
  let isAny = false;
  for (const word of words) {
    if (word === "" || word === "and") continue;
    const [unit, scale] = [small[word], large[word]];
    if (unit !== undefined) part += unit;
    else if (word === "hundred") part = (part || 1) * 100;
    else if (scale !== undefined) {
      total += (part || 1) * scale;
      part = 0;
    } else return null;
    isAny = true;
  }
  return isAny && Number.isSafeInteger(total + part) ? String(total + part) : null;
};

const zero: NumberFormat = () => "0";

/** A dash of any kind is zero, and nothing else is. */
const dash: NumberFormat = (text) =>
  /^[-\u058a\u05be\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+$/.test(text.replace(/\s/g, ""))
    ? "0"
    : null;

/** By the name of the format without hyphens, in all versions of the registry. */
export const numberFormats: ReadonlyMap<string, NumberFormat> = new Map([
  ["numdotdecimal", groupsBeforePoint],
  ["numdotdecimalin", groupsBeforePoint],
  ["numdotdecimalapos", groupsBeforePoint],
  ["numcommadot", groupsBeforePoint],
  ["numspacedot", groupsBeforePoint],
  ["numcommadecimal", groupsBeforeComma],
  ["numcommadecimalapos", groupsBeforeComma],
  ["numdotcomma", groupsBeforeComma],
  ["numspacecomma", groupsBeforeComma],
  ["numcomma", groupsBeforeComma],
  ["numunitdecimal", withUnits(/[.,'\s\u00a0]/g)],
  ["numunitdecimalin", withUnits(/[.,'\s\u00a0]/g)],
  ["numunitdecimalapos", withUnits(/[.,'\s\u00a0]/g)],
  ["numdash", dash],
  ["zerodash", dash],
  ["fixedzero", zero],
  ["numwordsen", numberWords],
  ["numworden", numberWords],
]);

/** Without a format, a number stands as XML Schema writes it. */
export const plainNumber: NumberFormat = (text) =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text) ? text : null;
