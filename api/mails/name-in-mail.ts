const nameCharactersMax = 60;

/**
 * A name that a user chose, as a mail shows it: in quotes, on one line, cut, and without what mail programs make a
 * link of.
 */
export function nameInMail(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}&'’,()-]/gu, " ")
    .split(" ")
    .filter(Boolean)
    .join(" ");
  return `"${[...plain].slice(0, nameCharactersMax).join("")}"`;
}
