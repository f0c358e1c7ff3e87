import { type Html, html, nothing } from "#api/pages/html.ts";
import { layout } from "#api/pages/layout.ts";
import { liveForm } from "#api/pages/live-form.ts";
import type { View } from "#ingest/company-input.ts";
import type { ModelResult } from "#registry/models/answers/result.ts";
import type { Template } from "#registry/models/catalogue.ts";
import type { CompanyProfile } from "../../companies/service.ts";
import { factsTable, modelForm } from "./form.ts";
import { modelResults } from "./results.ts";

export interface ModelPageOf {
  profile: CompanyProfile;
  template: Template;
  view: View;
  result: ModelResult;
  typed: Readonly<Record<string, string>>;
  problems: ReadonlyMap<string, string>;
  /** Why the inputs cannot hold together. */
  conflict: string | null;
}

/** A model of a company with its inputs as a form, as a page. */
export function modelMarkup(of: ModelPageOf): string {
  const { profile, template, view, result, typed, problems } = of;
  const { name, slug } = profile.entity;
  const day = view.kind === "asOf" ? view.date : "";
  const query = day === "" ? "" : `?asOf=${day}`;
  const base = `/companies/${slug}/models/${template.key}`;
  const cik = profile.profile?.cik ?? null;
  const body = html`
<p class="crumbs"><a href="/companies/${slug}${query}">${name}</a> › <a href="/companies/${slug}${query}#models">Models</a></p>
<h1>${template.name}</h1>
<p class="soft">${result.balanceSheetDate === null ? "" : `Balance sheet of ${result.balanceSheetDate}`}${day === "" ? "" : `, as known on ${day}`}${Object.keys(typed).length > 0 ? html`. <a href="${base}${query}">Back to the defaults</a>` : nothing}</p>
${refusal(of)}
<div class="${result.assumptions.length === 0 ? "" : "model-page"}">${modelResults(result)}
<div>${modelForm({ result, action: base + query, cik, typed, problems })}</div></div>
${factsTable({ result, cik })}
<h2>The same as data</h2>
<p><a href="/v2/entities/${profile.entity.id}/models/${template.key}${query}">Model as JSON</a></p>`;
  return layout({
    title: `${template.name}: ${name}`,
    body,
    width: "wide",
    description: `${template.name} of ${name}, computed from its filings, with inputs to change.`,
    script: liveForm,
  });
}

/** Always there, so that a script can fill it. */
function refusal({ problems, conflict }: ModelPageOf): Html {
  const why =
    problems.size > 0
      ? `${problems.size === 1 ? "One input" : `${problems.size} inputs`} cannot be taken, as said beside it. The values are those of the defaults.`
      : conflict === null
        ? null
        : `${conflict} The values are those of the defaults.`;
  return html`<div id="refusal">${why === null ? nothing : html`<p role="alert">${why}</p>`}</div>`;
}
