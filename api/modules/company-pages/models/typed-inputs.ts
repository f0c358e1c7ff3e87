import type { StoredOverrides } from "#registry/models/stored-overrides.ts";
import { type PricedModel, type TriedOverrides, tryOverrides } from "../../models/service.ts";
import {
  type Field,
  fieldsOf,
  fieldText,
  type ReadFields,
  rangeText,
  readFields,
  typedText,
  unreadableText,
} from "./fields.ts";

/** Texts by the names of a model's fields. */
export type Typed = Readonly<Record<string, string>>;

/** What was typed into a model's form, and what it gives. */
export interface TypedInputs {
  fields: readonly Field[];
  /** The texts of the model's own fields, without empty ones; others are ignored. */
  typed: Typed;
  overrides: ReadFields["overrides"];
  tried: TriedOverrides;
  /** Why a field was refused, by its name. */
  problems: ReadonlyMap<string, string>;
  /** True where a field is refused, or all of them cannot hold together. */
  isRefused: boolean;
}

/** Computes a model with texts as its form takes them. */
export function tryTyped(model: PricedModel, sent: Typed): TypedInputs {
  const fields = fieldsOf(tryOverrides(model, []).result);
  const { overrides, unreadable } = readFields(fields, sent);
  const tried = tryOverrides(model, overrides);
  const problems = problemsOf(fields, tried, unreadable);
  const isRefused = problems.size > 0 || tried.conflict !== null;
  return { fields, typed: typedIn(fields, sent), overrides, tried, problems, isRefused };
}

function problemsOf(
  fields: readonly Field[],
  { refused }: TriedOverrides,
  unreadable: readonly string[],
): Map<string, string> {
  const fieldsByName = new Map(fields.map((field) => [field.name, field]));
  const told = (names: readonly string[], text: (field: Field) => string) =>
    names.flatMap((name) => {
      const field = fieldsByName.get(name);
      return field === undefined ? [] : [[name, text(field)] as const];
    });
  return new Map([...told(refused, rangeText), ...told(unreadable, unreadableText)]);
}

const typedIn = (fields: readonly Field[], sent: Typed) =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const text = sent[name]?.trim() ?? "";
      return text === "" ? [] : [[name, text] as const];
    }),
  );

/** What was typed, by the labels of its fields. */
export const labelled = ({
  fields,
  typed,
}: Pick<TypedInputs, "fields" | "typed">): [string, string][] =>
  fields.flatMap(({ name, label, unit }): [string, string][] => {
    const text = typed[name];
    if (text === undefined) return [];
    return [[label, unit === "flag" ? fieldText(Number(text), unit) : text]];
  });

/** Overrides as one would type them. Those that the model has no field for any more are left out. */
export function typedOf(model: PricedModel, { assumptions, drivers }: StoredOverrides): Typed {
  const years = Object.entries(drivers).flatMap(([driver, cells]) =>
    Object.entries(cells).map(([year, value]) => [`${driver}_${year}`, value] as const),
  );
  const values: Readonly<Record<string, number>> = { ...assumptions, ...Object.fromEntries(years) };
  const typed = fieldsOf(tryOverrides(model, []).result).flatMap(({ name, unit }) => {
    const value = values[name];
    return value === undefined ? [] : [[name, typedText(value, unit)] as const];
  });
  return Object.fromEntries(typed);
}
