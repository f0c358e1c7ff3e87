import type { Arithmetic, Concept, Mapping } from "#schemas/shapes/companies/concept.ts";
import { type Template, templates } from "#schemas/shapes/companies/statement.ts";
import { ruleProblems } from "../rules/rule-problems.ts";
import reviewedSharedTags from "../shared-tags.json" with { type: "json" };
import { isReason } from "./changes.ts";

/** A tag that a review allowed for several concepts of one statement, and why. */
export interface SharedTag {
  tag: string;
  concepts: string[];
  reason: string;
}

type Check = (concepts: readonly Concept[], sharedTags: readonly SharedTag[]) => Iterable<string>;

/**
 * The rules of governance that one state of the registry must satisfy by itself. Throws one error with a
 * sentence per violation, each beginning with the concept's id; returns nothing when all hold.
 */
export function checkRegistry(
  concepts: readonly Concept[],
  sharedTags: readonly SharedTag[] = reviewedSharedTags,
): void {
  const problems = checks.flatMap((check) => [...check(concepts, sharedTags)]);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

const checks: Check[] = [
  identityProblems,
  referenceProblems,
  rollupCycles,
  lifecycleProblems,
  sourceProblems,
  mappingProblems,
  repeatedTagProblems,
  sharedTagProblems,
  sharedReasonProblems,
  kindProblems,
  ruleProblems,
];

function* identityProblems(concepts: readonly Concept[]): Iterable<string> {
  const ids = new Set<string>();
  const keys = new Map<string, string>();
  for (const { id, snakeKey } of concepts) {
    if (ids.has(id))
      yield `${id}: the id is used twice; every line has an id of its own, also one that was deprecated.`;
    ids.add(id);
    const owner = keys.get(snakeKey);
    if (owner) yield `${id}: the snakeKey ${snakeKey} already belongs to ${owner}.`;
    keys.set(snakeKey, id);
  }
}

function* referenceProblems(concepts: readonly Concept[]): Iterable<string> {
  const bySnakeKey = new Map(concepts.map((concept) => [concept.snakeKey, concept]));
  for (const concept of concepts) {
    for (const arithmetic of arithmetics(concept)) {
      yield* arithmeticProblems(concept, arithmetic, bySnakeKey);
    }
  }
}

function* arithmeticProblems(
  concept: Concept,
  arithmetic: Arithmetic,
  bySnakeKey: ReadonlyMap<string, Concept>,
): Iterable<string> {
  const { id } = concept;
  const { terms, absent, optional = [], over } = arithmetic;
  const operands = [...terms.map((term) => term.concept), ...(over ? [over] : [])];
  const conditions = conditionsOf(arithmetic);
  for (const key of new Set([...operands, ...absent, ...optional, ...conditions])) {
    // A rate is made of amounts.
    const judgedConcept = over ? { ...concept, dataType: "monetary" as const } : concept;
    const problem = referenceProblem(judgedConcept, bySnakeKey.get(key), operands.includes(key));
    if (problem) yield `${id}: refers to ${key}, which ${problem}.`;
  }
  if (operands.includes(concept.snakeKey)) yield `${id}: is computed from itself.`;
  if (over && concept.dataType !== "pure") yield `${id}: is a quotient, but not of data type pure.`;
  if (new Set(operands).size < operands.length) yield `${id}: names an operand twice.`;
  for (const { weight, concept: key } of terms) {
    if (!Number.isInteger(weight) || weight === 0) {
      yield `${id}: the weight ${weight} of ${key} is not valid.`;
    }
  }
  for (const key of optional.filter((key) => !operands.includes(key))) {
    yield `${id}: ${key} is optional without being an operand.`;
  }
}

/** Lines that decide whether the arithmetic or a term of it holds. */
function conditionsOf({ terms, provenBy }: Arithmetic): string[] {
  const proof: string[] = Object.values(provenBy ?? {});
  return [...terms.flatMap(({ when }) => when?.concept ?? []), ...proof];
}

function referenceProblem(
  concept: Concept,
  target: Concept | undefined,
  isOperand: boolean,
): string | null {
  if (!target) return "does not exist";
  if (concept.status === "active" && target.status !== "active") return `is ${target.status}`;
  if (!isOperand) return null;
  if (target.periodType !== concept.periodType) return `is a ${target.periodType}`;
  return target.dataType === concept.dataType ? null : `is of data type ${target.dataType}`;
}

/** Rollups alone must form no cycle; rollups and derivations form two-way pairs on purpose. */
function* rollupCycles(concepts: readonly Concept[]): Iterable<string> {
  const operands = new Map(
    concepts.map((c) => [c.snakeKey, c.rollup?.terms.map((term) => term.concept) ?? []]),
  );
  const done = new Set<string>();
  const findCycle = (key: string, path: string[]): string[] | null => {
    if (path.includes(key)) return [...path.slice(path.indexOf(key)), key];
    if (done.has(key)) return null;
    for (const operand of operands.get(key) ?? []) {
      const cycle = findCycle(operand, [...path, key]);
      if (cycle) return cycle;
    }
    done.add(key);
    return null;
  };
  for (const { id, snakeKey } of concepts) {
    const cycle = findCycle(snakeKey, []);
    if (!cycle) continue;
    yield `${id}: its rollup is a cycle (${cycle.join(" -> ")}): one of these lines must do without the others.`;
    return;
  }
}

function* lifecycleProblems(concepts: readonly Concept[]): Iterable<string> {
  for (const { id, status, successor } of concepts) {
    if (status === "deprecated" && successor === null)
      yield `${id}: is deprecated without a successor.`;
    if (status !== "deprecated" && successor !== null)
      yield `${id}: has a successor but is ${status}.`;
    const problem = successor === null ? null : successorProblem(successor, concepts);
    if (problem) yield `${id}: its successor ${successor} ${problem}.`;
  }
}

function successorProblem(successor: string, concepts: readonly Concept[]): string | null {
  const next = concepts.find(({ id }) => id === successor);
  if (next) return next.status === "active" ? null : `is ${next.status}`;
  const named = concepts.find(({ snakeKey }) => snakeKey === successor);
  return named ? `is a key: name it by id: ${named.id}` : "does not exist";
}

function* sourceProblems(concepts: readonly Concept[]): Iterable<string> {
  for (const concept of concepts) {
    const { id, role, derivation, mappings, residualOf } = concept;
    const total = concepts.find(({ snakeKey }) => snakeKey === residualOf);
    if (residualOf && total?.statement !== concept.statement) {
      yield `${id}: its total ${residualOf} is no line of the statement.`;
    }
    if (mappings.length === 0 && arithmetics(concept).length === 0 && !residualOf) {
      yield `${id}: has neither a mapping nor arithmetic.`;
    }
    if (residualOf && role !== "derived") yield `${id}: what is left of a total is derived.`;
    if (role === "derived" && derivation === null && !residualOf)
      yield `${id}: is derived without a derivation.`;
    yield* templateProblems(id, concept.templates);
  }
}

function* mappingProblems(concepts: readonly Concept[]): Iterable<string> {
  for (const concept of concepts) {
    for (const mapping of concept.mappings) {
      const { xbrlConcept: tag, validFrom, validTo } = mapping;
      yield* templateProblems(`${concept.id}: ${tag}`, mapping.templates);
      if (scopeOf(concept, mapping).length === 0) {
        yield `${concept.id}: ${tag} is mapped only for templates the concept does not apply to.`;
      }
      if (validFrom && validTo && validFrom > validTo)
        yield `${concept.id}: ${tag} ends before it begins.`;
    }
    yield* sumGroupProblems(concept);
  }
}

function* templateProblems(what: string, list: readonly Template[] | null): Iterable<string> {
  if (list === null) return;
  if (list.length === 0 || new Set(list).size < list.length) {
    yield `${what}: its templates must be null or a list without repetition.`;
  }
  const unknown = list.find((template) => !templates.includes(template));
  if (unknown) yield `${what}: ${unknown} is not a template.`;
}

function* sumGroupProblems({ id, mappings }: Concept): Iterable<string> {
  for (const group of new Set(mappings.map((mapping) => mapping.sumGroup))) {
    if (group === null) continue;
    const members = mappings.filter((mapping) => mapping.sumGroup === group);
    if (members.length < 2) yield `${id}: the sum group ${group} has a single member.`;
    if (new Set(members.map((m) => m.taxonomy)).size > 1) {
      yield `${id}: the sum group ${group} mixes taxonomies.`;
    }
  }
}

/** One tag stands in a concept once per template. */
function* repeatedTagProblems(concepts: readonly Concept[]): Iterable<string> {
  for (const concept of concepts) {
    for (const [tag, mappings] of Map.groupBy(concept.mappings, tagOf)) {
      const places = mappings.flatMap((mapping) => scopeOf(concept, mapping));
      const twice = places.filter((template, at) => places.indexOf(template) !== at);
      if (twice.length > 0) {
        yield `${concept.id}: maps ${tag} twice in ${templateWords(twice)}: the second never resolves, take it out.`;
      }
    }
  }
}

/** One tag, one concept: per statement and template, unless a review allowed the sharing. */
function* sharedTagProblems(
  concepts: readonly Concept[],
  sharedTags: readonly SharedTag[],
): Iterable<string> {
  const allowed = new Map(sharedTags.map(({ tag, concepts: keys }) => [tag, new Set(keys)]));
  const owners = new Map<string, Concept>();
  for (const concept of concepts.filter(({ status }) => status === "active")) {
    const taken: { tag: string; owner: Concept; template: Template }[] = [];
    for (const mapping of concept.mappings) {
      const tag = tagOf(mapping);
      for (const template of scopeOf(concept, mapping)) {
        const place = `${concept.statement} ${template} ${tag}`;
        const owner = owners.get(place) ?? concept;
        owners.set(place, owner);
        if (owner === concept || isAllowed(allowed.get(tag), owner, concept)) continue;
        taken.push({ tag, owner, template });
      }
    }
    for (const same of Map.groupBy(taken, ({ tag, owner }) => `${tag} ${owner.id}`).values()) {
      const [{ tag, owner } = { tag: "", owner: concept }] = same;
      const where = templateWords(same.map(({ template }) => template));
      yield `${concept.id}: ${tag} already means ${owner.id} in ${where}: leave it to one of them, or say in shared-tags.json why both have it.`;
    }
  }
}

/** What was allowed was allowed for a reason. */
function* sharedReasonProblems(
  _concepts: readonly Concept[],
  sharedTags: readonly SharedTag[],
): Iterable<string> {
  for (const { tag, reason } of sharedTags) {
    if (!isReason(reason)) {
      yield `shared-tags.json: ${tag}: says no reason: say in a few words why several lines have it.`;
    }
  }
}

/** An element is an instant or a duration in its taxonomy, never both. */
function* kindProblems(concepts: readonly Concept[]): Iterable<string> {
  const first = new Map<string, Concept>();
  for (const concept of concepts) {
    for (const tag of new Set(concept.mappings.map(tagOf))) {
      const other = first.get(tag) ?? concept;
      first.set(tag, other);
      if (other.periodType === concept.periodType) continue;
      yield `${concept.id}: ${tag} is mapped to the ${other.periodType} ${other.id} too, and this line is ${article(concept)}: an element is one of them.`;
    }
  }
}

const article = ({ periodType }: Concept) =>
  periodType === "instant" ? "an instant" : "a duration";

const tagOf = ({ taxonomy, xbrlConcept }: Mapping) => `${taxonomy}:${xbrlConcept}`;

function templateWords(list: readonly Template[]): string {
  const own = templates.filter((template) => list.includes(template));
  if (own.length === templates.length) return "every template";
  return own.length === 1 ? `the ${own[0]} template` : `the templates ${own.join(", ")}`;
}

function isAllowed(keys: ReadonlySet<string> | undefined, one: Concept, other: Concept): boolean {
  return keys !== undefined && [one, other].every(({ snakeKey }) => keys.has(snakeKey));
}

/** The templates in which a mapping can resolve. */
function scopeOf(concept: Concept, mapping: Mapping): Template[] {
  return templates.filter(
    (template) =>
      (concept.templates?.includes(template) ?? true) &&
      (mapping.templates?.includes(template) ?? true),
  );
}

function arithmetics({ rollup, derivation }: Concept): Arithmetic[] {
  return [...(rollup ? [rollup] : []), ...(derivation ?? [])];
}
