import type { Evidence } from "#ingest/faces/shown/evidence-of.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { exactText } from "../../pages/figures.ts";
import { type Html, html, nothing } from "../../pages/html.ts";
import { reasonTexts } from "../../pages/null-reasons.ts";
import type { FactNode, LineageNode, TracedValue } from "../company-statements/service.ts";
import { baseOf, companyPage, dayText, type Frame } from "./company-frame.ts";
import { numberText, operandWords, ruleWords } from "./statements/rule-words.ts";
import { statementTitles } from "./statements/statement-tables.ts";

/** Where one figure comes from, as a page. */
export function lineageMarkup(frame: Frame, traced: TracedValue, registry: Registry): string {
  const { name } = frame.profile.entity;
  const base = baseOf(frame);
  const { label, period, periodStart, periodEnd, value, unit, reason, flags } = traced;
  const query = dayText(frame);
  const concept = registry.bySnakeKey.get(traced.concept);
  const body = html`
<p class="crumbs"><a href="${base}/financials${query}">Financials</a> › <a href="${base}/financials${query}#${traced.statementType}">${statementTitles[traced.statementType]}</a></p>
<h1>${label}, ${periodWords(period)}</h1>
<p class="soft">${concept?.periodType === "instant" ? "" : `${periodStart} to `}${periodEnd}${frame.day === undefined ? "" : `, as known on ${frame.day}`}</p>
${value === null ? html`<p class="figure none">–</p><p>${reason === null ? "" : reasonTexts[reason]}</p>` : html`<p class="figure">${exactText(value)} <span class="soft">${unit ?? ""}</span></p>`}
${concept === undefined ? nothing : html`<p>${concept.definition}</p>`}
${flags.length === 0 ? nothing : html`<p class="soft">Noted: ${flags.map((flag) => flag.replaceAll(/[_:]/g, " ")).join("; ")}.</p>`}
<h2>How it came about</h2>
${decidedText(traced)}
${traced.lineage === null ? html`<p>Nothing was filed that it could be taken from.</p>` : html`<ol class="tree"><li>${node(traced.lineage, registry, frame)}</li></ol>`}
${ruleList(traced)}
${sumList(traced, registry)}
${rejectedTable(traced)}
${refusedList(traced)}
<h2>The same as data</h2>
<p><a href="/v2/entities/${traced.entityId}/lineage?concept=${traced.concept}&period=${period}${query.replace("?", "&")}">Lineage as JSON</a></p>
<p class="soft small">Registry ${traced.registryVersion}, ${traced.registrySha256}</p>`;
  return companyPage(frame, {
    title: `${label}, ${periodWords(period)}`,
    body,
    description: `Where ${label.toLowerCase()} of ${name} for ${period} comes from.`,
  });
}

/** "fiscal 2023" for 2023FY, "Q4 2023" for 2023Q4, "twelve months" for TTM, "transition period to 2022-03-31". */
function periodWords(key: string): string {
  const [, ttmYear, ttmPart] = /^TTM(\d{4})(FY|Q[1-4]|H[12]|T)$/.exec(key) ?? [];
  if (ttmPart !== undefined) return `twelve months to the end of ${periodWords(ttmYear + ttmPart)}`;
  const [, transitionEnd] = /^T(\d{4}-\d\d-\d\d)$/.exec(key) ?? [];
  if (transitionEnd !== undefined) return `transition period to ${transitionEnd}`;
  const [, year, part] = /^(\d{4})(FY|Q[1-4]|H[12]|T)$/.exec(key) ?? [];
  if (part === undefined) return key === "TTM" ? "twelve months" : key;
  if (part === "T") return `the transition period of ${year}`;
  return part === "FY" ? `fiscal ${year}` : `${part} ${year}`;
}

const evidenceTexts: Readonly<Record<Evidence, string>> = {
  face: "the statements as printed",
  tree: "printed rows and how they add up",
  note: "a note of the filing",
  rule: "rules of the registry",
  tags: "the tag that comes first among those that can state this line",
};

/** Says what decided a value. No tag decides a computed value. */
function decidedText({ evidence, lineage }: TracedValue): Html {
  if (evidence === null) return nothing;
  if (evidence !== "tags" || lineage?.kind !== "rule")
    return html`<p>Decided by ${evidenceTexts[evidence]}.</p>`;
  if (lineage.rule === "submitted") return nothing;
  return html`<p>It is computed. No statement at hand prints all of its figures.</p>`;
}

/** Why a value without operands is zero. */
const zeroWords: Readonly<Record<string, string>> = {
  absence: "the filings have no figure of it",
  sum_of_tags: "no row of the statement is left for it",
};

/** A rule with its operands, each down to what was filed. */
function node(of: LineageNode, registry: Registry, frame: Frame): Html {
  if (of.kind === "fact") return factText(of, frame);
  const operands = of.operands.map(
    ({ weight, label, value, of: from }) =>
      html`<li><span class="op">${weight === 1 ? "+" : weight === -1 ? "−" : `${weight} ×`}</span> <b>${operandWords(label, registry)}</b> <span class="n">${numberText(value)}</span>${from.kind === "fact" ? html`<div>${factText(from, frame)}</div>` : html`<ol><li>${node(from, registry, frame)}</li></ol>`}</li>\n`,
  );
  const nothingThere = operands.length === 0 ? zeroWords[of.rule] : undefined;
  if (nothingThere !== undefined) return html`Zero, because ${nothingThere}.`;
  return html`Computed as ${ruleWords[of.rule] ?? of.rule.replaceAll("_", " ")}:<ul>${operands}</ul>`;
}

function factText(fact: FactNode, frame: Frame): Html {
  const { tag, value, unit, periodStart, periodEnd, dimensions } = fact;
  const days = periodStart === null ? periodEnd : `${periodStart} to ${periodEnd}`;
  return html`<span class="fact">Filed as <code>${tag}</code>: <b>${numberText(value)}</b> ${unit}, ${days}${dimensions === null ? "" : `, ${dimensions}`} in ${filing(fact)}${printedLine(fact, frame)}</span>`;
}

/** The line on which a filing printed the fact, with the way to it. */
function printedLine({ printed }: FactNode, frame: Frame): Html {
  if (!printed) return nothing;
  const { accessionNumber, label, title, statement, statementOrder, order } = printed;
  const anchor = `s${statementOrder}-${order}`;
  return html`. Printed as <a href="${baseOf(frame)}/filings/${accessionNumber}${dayText(frame)}#${anchor}">“${label}”, line ${String(order)} of ${title ?? statement.replaceAll("_", " ")}</a>: <b>${numberText(printed.printed)}</b>`;
}

function filing({ accessionNumber, form, filedDate, filingIndexUrl }: FactNode): Html {
  const text = `${form} ${accessionNumber}`;
  const day = filedDate === null ? "" : ` of ${filedDate}`;
  if (filingIndexUrl === null) return html`${text}${day}`;
  return html`<a rel="noopener" href="${filingIndexUrl}">${text}</a>${day}`;
}

const becauseWords = {
  other_version: "another version of the same fact",
  lower_preference: "another tag is preferred",
  guard_or_scope: "it measures something else, or a guard refused it",
} as const;

function ruleList({ rules }: TracedValue): Html {
  if (rules.length === 0) return nothing;
  const items = rules.map(
    ({ id, title }) =>
      html`<li>${title ?? "A rule of an earlier registry"} <span class="soft">(<code>${id}</code>)</span></li>`,
  );
  return html`<h2>Rules that decided it</h2><ul>${items}</ul>`;
}

function sumList({ sum }: TracedValue, registry: Registry): Html {
  if (sum === null) return nothing;
  const items = sum.map(({ weight, concept }) => {
    const label = registry.bySnakeKey.get(concept)?.label ?? concept;
    return html`<li><span class="op">${weight < 0 ? "−" : "+"}</span> ${label}</li>`;
  });
  return html`<h2>Lines that add up to it</h2><ul>${items}</ul>`;
}

function rejectedTable({ rejected }: TracedValue): Html {
  if (rejected.length === 0) return nothing;
  const rows = rejected.map(
    (fact) =>
      html`<tr><th scope="row"><code>${fact.tag}</code></th><td class="n">${numberText(fact.value)}</td><td>${fact.unit}</td><td>${filing(fact)}</td><td>${becauseWords[fact.because]}${fact.guard === null ? "" : ` (${fact.guard})`}</td></tr>\n`,
  );
  return html`<h2>Also filed for the same period</h2>
<div class="scroll" role="region" aria-label="Also filed" tabindex="0"><table><caption>What did not become the value</caption><thead><tr><th scope="col">Tag</th><th scope="col" class="n">Value</th><th scope="col">Unit</th><th scope="col">Filing</th><th scope="col">Why not</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function refusedList({ refused }: TracedValue): Html {
  if (refused.length === 0) return nothing;
  const items = refused.map(
    ({ tag, guard }) => html`<li><code>${tag}</code>: refused by the guard ${guard}</li>`,
  );
  return html`<h2>Refused tags of the year</h2><ul>${items}</ul>`;
}
