import type { Deps } from "#api/deps.ts";
import { workbookType } from "#api/http/endpoint.ts";
import { badRequest } from "#api/http/errors.ts";
import type { AttachedFile, StoredBytes, WebAnswer } from "#api/http/requests/handled.ts";
import { queryText } from "#api/pages/query.ts";
import { viewOf } from "#api/views/view-query.ts";
import type { Template } from "#registry/models/catalogue.ts";
import { formulasOf } from "#registry/models/formulas.ts";
import {
  exportCompanyModel,
  getTemplate,
  loadPricedModel,
  mergeOverrides,
  sensitivityAround,
  tryOverrides,
} from "../../models/service.ts";
import { loadFrame } from "../company-frame.ts";
import { findAddressed, movedTo } from "../page-address.ts";
import { showSection, unkept } from "../show-section.ts";
import { type ModelPageOf, modelMarkup } from "./model-page.ts";
import { type ModelQuery, readSet, setMax, writeSet } from "./schemas.ts";
import { tryTyped } from "./typed-inputs.ts";

/**
 * The page of a model with what the filings give it, or with the inputs of `set`, which is made anew each time. Throws 404 for an unknown
 * company or model.
 */
export async function showModel(
  deps: Deps,
  { company, model: key }: { company: string; model: string },
  { asOf, set }: ModelQuery,
): Promise<StoredBytes | WebAnswer> {
  const template = getTemplate(key);
  const day = asOf || undefined;
  viewOf({ asOf: day, view: undefined }, deps.now());
  if (set) return (await tryInputs(deps, { company, template, day, sent: readSet(set) })).answer();
  return showSection(deps, company, day, {
    ...placeOf(template),
    make: async ({ profile, frame }) => {
      const of = { entityId: profile.entity.id, templateKey: template.key, asOf: day };
      const model = await loadPricedModel(deps, of);
      const { result } = tryOverrides(model, []);
      const sensitivity = sensitivityAround(model, []);
      const formulas = formulasOf(model.model);
      return modelMarkup({ frame, template, result, sensitivity, formulas, ...untouched });
    },
  });
}

/** Where a model's page is among those of the company. */
const placeOf = ({ key }: Template) => ({ section: "valuation" as const, path: `/models/${key}` });

const untouched: Pick<ModelPageOf, "typed" | "problems" | "conflict"> = {
  typed: {},
  problems: new Map(),
  conflict: null,
};

/**
 * What the form of a model gives: the way to the page with the new values, the page itself (`show`), a file, or the way to save the inputs. A
 * refused input is told beside its field, with status 400. Throws 404 for an unknown company or model.
 */
export async function recomputeModel(
  deps: Deps,
  { company, model: key }: { company: string; model: string },
  asOf: string | undefined,
  { act = "show", ...sent }: Readonly<Record<string, string>>,
): Promise<AttachedFile | WebAnswer> {
  const template = getTemplate(key);
  const day = asOf || undefined;
  viewOf({ asOf: day, view: undefined }, deps.now());
  const tried = await tryInputs(deps, { company, template, day, sent });
  if (act === "show" || tried.isRefused) return tried.answer();
  if (act === "compute") return tried.showing() ?? tried.answer();
  if (act === "save") return tried.saving();
  return exported(deps, tried.of, act, mergeOverrides(tried.overrides));
}

interface TriedForm {
  company: string;
  template: Template;
  day: string | undefined;
  sent: Readonly<Record<string, string>>;
}

/** A model with the inputs that were sent, the page that shows what they give, and the way to save them. */
async function tryInputs(deps: Deps, { company, template, day, sent }: TriedForm) {
  const profile = await findAddressed(deps, company);
  const of = { entityId: profile.entity.id, templateKey: template.key, asOf: day };
  const model = await loadPricedModel(deps, of);
  const { typed, overrides, tried, problems, isRefused } = tryTyped(model, sent);
  const answer = async (): Promise<WebAnswer> => {
    const { result, conflict } = problems.size > 0 ? tryOverrides(model, []) : tried;
    const sensitivity = sensitivityAround(model, isRefused ? [] : overrides);
    const query = { set: isRefused ? undefined : writeSet(typed) };
    const frame = await loadFrame(deps, { profile, ...placeOf(template), query, day });
    const formulas = formulasOf(model.model);
    const shown = { frame, template, result, sensitivity, formulas };
    const body = modelMarkup({ ...shown, typed, problems, conflict });
    return unkept(isRefused ? 400 : 200, body);
  };
  /** Redirects to the address of these inputs, so that Back works. Null where the inputs are too long for an address. */
  const showing = (): WebAnswer | null => {
    const set = writeSet(typed);
    if (set.length > setMax) return null;
    const { path } = placeOf(template);
    const query = queryText({ asOf: day, set: set || undefined });
    return movedTo(`/companies/${profile.entity.slug}${path}${query}`);
  };
  const saving = (): WebAnswer => {
    const query = { company: profile.entity.slug, model: template.key, set: writeSet(typed) };
    return movedTo(`/scenarios/new${queryText(query)}`);
  };
  return { of, overrides, isRefused, answer, showing, saving };
}

async function exported(
  deps: Deps,
  of: { entityId: string; templateKey: string; asOf: string | undefined },
  format: string,
  overrides: object,
): Promise<AttachedFile> {
  if (format !== "xlsx" && format !== "csv")
    throw badRequest("act takes compute, show, save, xlsx and csv");
  const file = await exportCompanyModel(deps, { ...of, body: { ...overrides, format } });
  const mediaType = format === "csv" ? "text/csv; charset=utf-8" : workbookType;
  return { bytes: file.bytes, name: file.name, mediaType };
}
