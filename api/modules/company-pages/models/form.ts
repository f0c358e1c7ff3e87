import { type Html, html, nothing } from "#api/pages/html.ts";
import { headRow, scrollTable } from "#api/pages/table.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import type { Assumption } from "#schemas/shapes/models/assumption.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { assumptionFields, driverFields, type Field, fieldText } from "./fields.ts";

export interface FormOf {
  result: ModelResult;
  /** Path that the form is sent to, with the day. */
  action: string;
  /** False on the page of a past day: what is saved is for today. */
  isSavable: boolean;
  cik: string | null;
  /** What was typed, by the field's name. */
  typed: Readonly<Record<string, string>>;
  /** Why a field was refused, by its name. */
  problems: ReadonlyMap<string, string>;
}

/** The inputs of a model as a form that works without scripts. An empty field keeps its default. */
export function modelForm(of: FormOf): Html {
  const fields = assumptionFields(of.result);
  const drivers = driverFields(of.result);
  const save = of.isSavable ? html` <button name="act" value="save">Save</button>` : nothing;
  const buttons = html`<p class="acts">${fields.length === 0 ? nothing : html`<button class="first" name="act" value="compute">Recompute</button>${save}`}
<button name="act" value="xlsx">Workbook</button> <button name="act" value="csv">CSV</button></p>`;
  return html`<form class="model" method="post" action="${of.action}" id="inputs">
${
  fields.length === 0
    ? nothing
    : html`<h2>Inputs</h2>
<p class="soft small">An empty field keeps the value shown in it. Amounts take k, m, b and t.</p>
<div class="inputs">${fields.map((field) => inputMarkup(field, of))}</div>`
}
${drivers.length === 0 ? nothing : driverTable(drivers, of)}
${buttons}</form>`;
}

function inputMarkup(field: Field, of: FormOf): Html {
  const { name, label } = field;
  const assumption = of.result.assumptions.find(({ key }) => key === name);
  const source = assumption?.source === "prefilled_from_filings" ? "from filings" : null;
  const day = field.unit === "date" ? fieldText(field.value, field.unit) || null : null;
  const note = [day, source, assumption?.note].filter(Boolean).join(": ");
  return html`<div class="input"><label for="${name}">${label}</label>${control(field, of, note !== "")}
${note === "" ? nothing : html`<span class="soft small" id="${name}-note">${note}</span>`}${why(name, of)}</div>\n`;
}

/** The input or select. Its placeholder is the value that applies while the field is empty. */
function control(field: Field, { typed, problems }: FormOf, hasNote: boolean): Html {
  const { name, unit, value } = field;
  const text = typed[name] ?? "";
  const descriptions = [hasNote ? `${name}-note` : "", problems.has(name) ? `${name}-why` : ""];
  const shared = html`id="${name}" name="${name}"${attribute("aria-describedby", descriptions.filter(Boolean).join(" "))}${problems.has(name) ? html` aria-invalid="true"` : nothing}`;
  if (unit === "flag") {
    const options = [
      ["", `default: ${value === null ? "none" : fieldText(value, unit)}`],
      ["1", "yes"],
      ["0", "no"],
    ].map(
      ([one, words]) =>
        html`<option value="${one ?? ""}"${one === text && text !== "" ? html` selected` : nothing}>${words ?? ""}</option>`,
    );
    return html`<select ${shared}>${options}</select>`;
  }
  if (unit === "date") return html`<input type="date" ${shared} value="${text}">`;
  return html`<input inputmode="decimal" autocomplete="off" maxlength="60" ${shared} value="${text}" placeholder="${fieldText(value, unit) || "none known"}">`;
}

const attribute = (name: string, value: string): Html =>
  value === "" ? nothing : html` ${{ html: name }}="${value}"`;

/** Always there, so that a script can fill it. */
const why = (name: string, { problems }: FormOf): Html =>
  html`<span class="why bad" id="${name}-why">${problems.get(name) ?? ""}</span>`;

function driverTable(drivers: ReturnType<typeof driverFields>, of: FormOf): Html {
  const years = drivers[0]?.years ?? [];
  const rows = drivers.map(
    ({ label, years: cells }) =>
      html`<tr><th scope="row">${label}</th>${cells.map((field) => driverCell(field, of))}</tr>\n`,
  );
  return html`<details${drivers.some(({ years: cells }) => cells.some(({ name }) => of.typed[name])) ? html` open` : nothing}><summary>Inputs of single years</summary>
${scrollTable({
  title: "Inputs of single years",
  unit: "percent, other income as an amount",
  head: headRow(
    "Driver",
    years.map(({ fiscalYear }) => fiscalYear ?? ""),
  ),
  rows,
})}</details>`;
}

function driverCell(field: Field, of: FormOf): Html {
  const { name, label, unit, value } = field;
  const isWrong = of.problems.has(name);
  return html`<td class="n"><input class="cell" inputmode="decimal" autocomplete="off" maxlength="60" name="${name}" aria-label="${label}" aria-describedby="${name}-why"${isWrong ? html` aria-invalid="true"` : nothing} value="${of.typed[name] ?? ""}" placeholder="${fieldText(value, unit) || "none"}">${why(name, of)}</td>`;
}

/** Values from the filings, which cannot be changed. */
export function factsTable({ result, cik }: Pick<FormOf, "result" | "cik">): Html {
  const facts = result.assumptions.filter(({ editable }) => !editable);
  if (facts.length === 0) return nothing;
  const rows = facts.map(
    ({ label, value, unit, note, provenance }) =>
      html`<tr><th scope="row">${label}</th><td class="n">${fieldText(value, unit) || "–"}</td><td>${provenance === null ? (note ?? "") : sourceText(provenance, cik)}</td></tr>\n`,
  );
  const head = html`<tr><th scope="col">Fact</th><th scope="col" class="n">Value</th><th scope="col">Source</th></tr>`;
  return scrollTable({ title: "From the filings", head, rows });
}

function sourceText(from: NonNullable<Assumption["provenance"]>, cik: string | null): Html {
  const { concept, form, accessionNumber, filedDate, periodEnd } = from;
  const url = cik === null ? null : filingIndexUrl({ cik, accession: accessionNumber });
  const filing = `${form} of ${filedDate}`;
  return html`<code>${concept}</code>, ${periodEnd}, ${url === null ? filing : html`<a rel="noopener" href="${url}">${filing}</a>`}`;
}
