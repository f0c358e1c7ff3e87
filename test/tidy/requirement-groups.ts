/** The requirement groups of the specification, with how many items each has. Items count from 01 without gaps. */
export const requirementGroups: Readonly<Record<string, number>> = {
  CNV: 36,
  AUT: 38,
  ERR: 25,
  LIM: 20,
  VER: 16,
  KEY: 25,
  OAU: 29,
  RPC: 11,
  REP: 26,
  ORG: 11,
  USR: 10,
  ENT: 27,
  COL: 10,
  DOC: 14,
  FIL: 14,
  EXE: 18,
  BIL: 16,
  SRC: 8,
  HIR: 93,
  DIR: 80,
  PUB: 22,
  TRM: 35,
  FIN: 12,
  SFR: 31,
  MOD: 64,
  SCN: 13,
  WAT: 22,
  STP: 87,
  COM: 27,
  STA: 13,
  PIP: 17,
};

/**
 * The ids in brackets of a text that no requirement has: `[FIN-08]`, `[SFR-19] [VER-10]` (or several in one, commas or spaces between). Resolutions (`A-42`)
 * and open places (`O-01`) may stand beside a requirement.
 */
export function unknownIds(text: string): string[] {
  return [...text.matchAll(/\[([A-Z]{3}-\d+[^\]\n]*)\]/g)]
    .flatMap(([, ids = ""]) => ids.split(/[,\s]+/))
    .filter((id) => !isKnown(id));
}

function isKnown(id: string): boolean {
  if (/^[AO]-\d\d$/.test(id)) return true;
  const [, group = "", item = ""] = /^([A-Z]{3})-(\d\d)$/.exec(id) ?? [];
  return Number(item) >= 1 && Number(item) <= (requirementGroups[group] ?? 0);
}
