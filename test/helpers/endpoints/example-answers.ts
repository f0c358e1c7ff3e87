const itemsShown = 2;
const membersShown = 30;

const digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const cutTo = (text: string, length: number) => text.repeat(length).slice(0, length);

/** Texts of an answer that differ from run to run, and what is shown in their place. Ids are left. */
const passing: readonly [RegExp, string | ((text: string) => string)][] = [
  // Numbers that the tests give to people and companies.
  [/\b(person|browser|factor)-\d+(?=@|%40)/g, "$1"],
  [/\b[A-Z2-7]{32}\b/g, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"],
  [/\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b/g, "x7kq-m2pd-9hta-w3vn"],
  [/\bExample \d+ Inc\./g, "Example Inc."],
  [/\bexample-\d+-[0-9a-f]{8}\b/g, "example-1-0a1b2c3d"],
  [/\b(user)-\d+-/g, "$1-1-"],
  [/(?<!\d)(?:000)?900\d{4}(?!\d)/g, (text: string) => text.replace(/900\d{4}/, "9000001")],
  [/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, "2026-03-01T12:00:00.000Z"],
  [/\b20[2-9]\d-\d\d-\d\d(?!T)/g, "2026-03-01"],
  [/\b20[2-9]\d-W\d\d\b/g, "2026-W09"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl"],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:8080"],
  [/\btenk_[0-9a-f]{8}_[\w-]{43}/g, `tenk_9f86d081_${cutTo("aBcDeFgH", 43)}`],
  // What authenticators make: a code, what a browser signs for, a key, a signature.
  [/^\d{6}$/g, "492039"],
  [/\beyJ0eXBlIjoid2Vi[\w-]+/g, "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"],
  [/\bo2NmbXRk[\w-]+/g, "o2NmbXRkbm9uZWdhdHRTdG10oA"],
  [/\bME[QUYg][\w-]{60,}/g, "MEUCIQ"],
  [/\bwhsec_[\w+/]{43}=/g, `whsec_${cutTo("aBcDeFgH", 43)}=`],
  [/\bdoc_[\w-]{24}/g, "doc_aBcDeFgHiJkLmNoPqRsTuVwX"],
  // The id of an account, as authenticators get it.
  [/(?<![\w-])[A-Za-z0-9]{48}(?![\w-])/g, cutTo("aBcDeFgH", 48)],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, cutTo("aBcDeFgH", 43)],
  [/(?<=code=)[\w-]+/g, cutTo("aBcDeFgH", 43)],
  [/(?<![0-9a-zA-Z])[0-9a-f]{8}-[0-9a-f]{4}(?![0-9a-zA-Z-])/g, "0a1b2c3d-4e5f"],
  [/(?<![0-9a-zA-Z-])[0-9a-f]{8,}(?![0-9a-zA-Z-])/g, (text) => cutTo(digest, text.length)],
  [/(?<=-)[0-9a-f]{12}(?![0-9a-zA-Z-])/g, "0a1b2c3d4e5f"],
  [/(?<=(team|startup)-)[0-9a-f]{8}/g, "0a1b2c3d"],
  // Counted over all tests of a process.
  [/(?<=\b(feature_|TENK-))\d+\b/g, "1"],
  [/(?<=-)[a-z]{10}(?![a-z])/g, "abcdefghij"],
];

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A text with its ids as `idOf` names them, and without what differs from run to run. */
function settled(text: string, idOf: (id: string) => string): string {
  const parts = text.split(uuid);
  const ids = [...text.matchAll(uuid)].map(([id]) => idOf(id));
  const calm = parts.map((part) =>
    passing.reduce((said, [pattern, shown]) => said.replace(pattern, shown as string), part),
  );
  return calm.map((part, at) => part + (ids[at] ?? "")).join("");
}

/** A time in seconds of these years. */
const isSoon = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 1_700_000_000 && Number(value) < 2_000_000_000;

/** Lists in one order, because rows of one moment come in any. */
const sortKey = (value: unknown) => settled(JSON.stringify(value) ?? "", () => "");

/**
 * An answer as the description shows it: lists cut to their first items, ids numbered in the order in which they stand,
 * times, digests and tokens replaced. The same answer on another day is the same example.
 */
export function shownAnswer(body: unknown): unknown {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known =
      ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(id, known);
    return known;
  };
  const shown = (value: unknown): unknown => {
    if (typeof value === "string") return settled(value, idOf);
    if (isSoon(value)) return 1_772_366_400;
    if (Array.isArray(value)) {
      const keyed = value.map((one) => ({ one, key: sortKey(one) }));
      const sorted = keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
      return sorted.slice(0, itemsShown).map(({ one }) => shown(one));
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).slice(0, membersShown);
    // An age grows while nothing else changes.
    const isAge = (key: string, one: unknown) => key === "ageSeconds" && one !== null;
    return Object.fromEntries(
      entries.map(([key, one]) => [key, isAge(key, one) ? 3600 : shown(one)]),
    );
  };
  return shown(body);
}
