import { rulesOf } from "#registry/rules/book.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import type { Slot } from "../../periods/slots.ts";
import type { Candidate } from "../evidence/concept-series.ts";
import { allClasses } from "../evidence/cover-facts.ts";
import type { FactEvidence, TaggedFacts } from "../evidence/evidence.ts";
import { contraRule, type FiledSign, signOf } from "../guards/sign-slip.ts";
import type { Cell } from "./cell.ts";

/**
 * The value of a tag as the line shows it: with the sign and in the scale that are right, and a flag where the filing has
 * another. Null where the value was filed in a scale that nothing confirms, or is no earnings per share. `isTurned` says whether the filed
 * sign is wrong, where the printed statement tells.
 */
export function filedCell(
  evidence: TaggedFacts,
  candidate: Candidate,
  picked: PickedVersion,
  slot: Slot,
  isTurned?: boolean,
): Cell | null {
  const { mapping, rank, tag, unit } = candidate;
  const { value: filed, dimensions } = picked.fact;
  const scaled = evidence.facts.shareScales.get(picked.fact);
  const scale = scaled?.factor ?? 1;
  if (scale === "conflict" || evidence.facts.absurdEarnings.has(picked.fact)) return null;
  const sign = signIn(evidence, candidate, picked, slot, isTurned);
  const { isSlip } = sign;
  const weight = (isSlip ? -mapping.sign : mapping.sign) * scale;
  const id = evidence.facts.idOf(picked.fact);
  const own = dimensions === allClasses ? evidence.facts.classLineage(picked.fact) : id;
  const rule = scale === 1 ? "sign" : "scale";
  const cell: Cell = {
    value: decimal.times(weight, filed),
    unit,
    lineage: weight === 1 ? own : [rule, [weight, tag, filed, own]],
    tag,
    mapping,
    rank,
    picked,
    basis: null,
    quantum: picked.quantum + Math.round(Math.log10(scale)),
    source: "regulator",
    flags: flagsOf(evidence.facts, candidate, picked, { isSlip, scale }),
    ...rulesFor([
      sign.rule,
      scale === 1 ? undefined : scaled?.rule,
      ...keepingRules(evidence, candidate.concept, picked),
    ]),
  };
  const { splitOff } = evidence.facts;
  const part = splitOff.size === 0 ? undefined : splitOff.get(picked.fact);
  return part ? withPart(cell, part, evidence.facts.idOf(part)) : cell;
}

/** A total that its filing states without a part, with it. Both together are what older filings state, and no restatement. */
function withPart(cell: Cell, part: Fact, id: number): Cell {
  const label = `${part.taxonomy}:${part.tag}`;
  return {
    ...cell,
    value: decimal.add(cell.value, part.value),
    lineage: [
      "sum_of_tags",
      [1, cell.tag ?? "", cell.value, cell.lineage],
      [1, label, part.value, id],
    ],
    picked: null,
    basis: cell.picked?.fact ?? null,
    flags: cell.flags.filter((flag) => flag !== "restated"),
  };
}

/**
 * The rules that keep an older version in the place of a restated one: of what is restated without its balance sheet, and of the line that stood for a
 * total when the two were compared.
 */
function keepingRules(
  {
    facts: {
      rejected: { olderVersions },
    },
    registry: { rules },
  }: TaggedFacts,
  { snakeKey }: Concept,
  { fact }: PickedVersion,
): string[] {
  const slip = olderVersions.size === 0 ? undefined : olderVersions.get(fact);
  if (slip === undefined) return [];
  const alone = slip === "without_balance_sheet" ? rulesOf(rules, "restated_alone") : [];
  const standing = rulesOf(rules, "stands_for").filter(({ line }) => line === snakeKey);
  return [...alone, ...standing].map(({ id }) => id);
}

function rulesFor(ids: readonly (string | undefined)[]): Pick<Cell, "rules"> {
  const rules = ids.filter((id) => id !== undefined);
  return rules.length === 0 ? {} : { rules };
}

/**
 * Whether the filed sign is wrong, by the strongest evidence first. None of it makes an amount negative of a line that knows no negative ones, but
 * what other figures of the filing prove.
 */
function signIn(
  evidence: TaggedFacts,
  candidate: Candidate,
  picked: PickedVersion,
  slot: Slot,
  isTurned: boolean | undefined,
): FiledSign {
  const { concept, mapping } = candidate;
  const proof = evidence.facts.wrongSigns.get(picked.fact);
  if (proof) return { isSlip: true, rule: proof };
  if (concept.nonNegative && picked.number * mapping.sign > 0) return { isSlip: false };
  if (isInverted(evidence.facts, candidate, picked) || isTurned)
    return { isSlip: true, rule: contraRule(evidence.registry.rules, concept) };
  if (isTurned === false || picked.number < 0 === mapping.sign < 0) return { isSlip: false };
  return signOf(evidence, candidate, slot, picked);
}

/** The other lines of its balance sheet prove the filed sign to be wrong. */
function isInverted(
  { inverted }: FactEvidence,
  { concept: { periodType, balance } }: Candidate,
  { fact }: PickedVersion,
): boolean {
  const mayBeInverted = inverted.size > 0 && periodType === "instant" && balance === "credit";
  return mayBeInverted && inverted.has(fact.accession);
}

const noFlags = Object.freeze<string[]>([]) as string[];

function flagsOf(
  { splitBasis, rejected }: FactEvidence,
  { mapping: { scope }, unit, misstatedUnit }: Candidate,
  { fact, restated }: PickedVersion,
  { isSlip, scale }: { isSlip: boolean; scale: number },
): string[] {
  const basis = splitBasis(fact);
  const isRejected = rejected.olderVersions.size > 0 && rejected.olderVersions.has(fact);
  const isUsual = scope === "exact" && !restated && !isRejected && !isSlip && scale === 1;
  const isPlain = !fact.isEndRounded && !fact.isOwnElement && basis === "1" && !misstatedUnit;
  if (isUsual && isPlain) return noFlags;
  const flags: string[] = [];
  if (scope !== "exact") flags.push(`scope:${scope}`);
  if (restated) flags.push("restated");
  if (fact.isEndRounded) flags.push("rounded_date");
  if (fact.isOwnElement) flags.push("own_element");
  if (basis !== "1") flags.push(`split_basis:${basis}`);
  if (isRejected) flags.push("restatement_rejected");
  if (isSlip) flags.push("sign_corrected");
  if (scale !== 1) flags.push(`scale_corrected:${scale}`);
  if (misstatedUnit) flags.push(unitFlag(unit, misstatedUnit));
  return flags;
}

/** The mark of an amount per share that was filed in a currency alone, or in a unit without one. */
const unitFlag = (unit: string, misstated: string) =>
  unit.startsWith(misstated) ? "bare_currency" : `unit_corrected:${misstated}`;
