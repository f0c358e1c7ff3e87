import { type Html, html, nothing } from "#api/pages/html.ts";
import { queryText } from "#api/pages/query.ts";
import type { Template } from "#registry/models/catalogue.ts";
import type { StatedFormula } from "#registry/models/formulas.ts";
import type { Sensitivity } from "#registry/models/sensitivity.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { baseOf, companyPage, dayText, type Frame } from "../company-frame.ts";
import { factsTable, modelForm } from "./form.ts";
import { modelResults } from "./results.ts";
import { writeSet } from "./schemas.ts";
import { inWords } from "./words.ts";

export interface ModelPageOf {
  frame: Frame;
  template: Template;
  result: ModelResult;
  sensitivity: Sensitivity | null;
  formulas: readonly StatedFormula[];
  typed: Readonly<Record<string, string>>;
  problems: ReadonlyMap<string, string>;
  /** Why the inputs cannot hold together. */
  conflict: string | null;
}

/** A model of a company with its inputs as a form, as a page. */
export function modelMarkup(of: ModelPageOf): string {
  const { frame, template, result, sensitivity, typed, problems } = of;
  const { profile, day } = frame;
  const query = dayText(frame);
  const base = `${baseOf(frame)}/models/${template.key}`;
  const cik = profile.profile?.cik ?? null;
  const body = html`
<p class="crumbs"><a href="${baseOf(frame)}/valuation${query}">Valuation</a></p>
<h1>${template.name}</h1>
<p class="soft">${result.balanceSheetDate === null ? "" : `Balance sheet of ${result.balanceSheetDate}`}${day === undefined ? "" : `, as known on ${day}`}${Object.keys(typed).length > 0 ? html`. <a href="${base}${query}">Back to the defaults</a>` : nothing}</p>
${refusal(of)}
${shared(of, base)}
<div class="${result.assumptions.length === 0 ? "" : "model-page"}">${modelResults(result, sensitivity)}
<div>${modelForm({ result, action: base + query, isSavable: day === undefined, cik, typed, problems })}</div></div>
${factsTable({ result, cik })}
${formulasSection(of.formulas)}
<h2>The same as data</h2>
<p><a href="/v2/entities/${profile.entity.id}/models/${template.key}${query}">Model as JSON</a>, <a href="/v2/entities/${profile.entity.id}/models/${template.key}/formulas${query}">its formulas</a></p>`;
  return companyPage(frame, {
    title: template.name,
    body,
    description: `${template.name} of ${profile.entity.name}, computed from its filings, with inputs to change.`,
  });
}

/** The address of the page with its inputs. Always there, so that a script can fill it. */
function shared({ frame, typed, problems, conflict }: ModelPageOf, base: string): Html {
  const isTaken = problems.size === 0 && conflict === null && Object.keys(typed).length > 0;
  const query = queryText({ asOf: frame.day, set: writeSet(typed) });
  return html`<p id="shared" class="soft small">${isTaken ? html`<a href="${base}${query}">Address of these inputs</a>, to keep or to share.` : nothing}</p>`;
}

/** Always there, so that a script can fill it. */
function refusal({ problems, conflict, result }: ModelPageOf): Html {
  const why =
    problems.size > 0
      ? `${problems.size === 1 ? "One input" : `${problems.size} inputs`} cannot be taken, as said beside it. The values are those of the defaults.`
      : conflict === null
        ? null
        : html`${inWords(conflict, result)} The values are those of the defaults.`;
  return html`<div id="refusal">${why === null ? nothing : html`<p role="alert">${why}</p>`}</div>`;
}

/** How each line of a model is computed, folded away; nothing for a table of past years. */
function formulasSection(formulas: readonly StatedFormula[]): Html {
  if (formulas.length === 0) return nothing;
  const lines = formulas.map(
    ({ label, formula }) => html`<div><dt>${label}</dt><dd>${formula}</dd></div>\n`,
  );
  return html`<details><summary>How it is computed</summary>
<p class="soft small">The same formulas stand in the workbook. What rests on something unknown has no value.</p>
<dl class="formulas">${lines}</dl></details>`;
}
