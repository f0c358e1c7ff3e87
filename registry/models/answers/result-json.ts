import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { Model } from "../family.ts";
import { inStatedDigits } from "./stated-digits.ts";

/**
 * Writes results of one model as JSON.stringify does, to the byte. What overrides leave as it is (assumptions with
 * their sources, untouched drivers, the history) is the same object in every result and more than half of the
 * text: it is written once.
 */
export function createWriter(model: Model): (result: ModelResult) => string {
  const texts = new Map<unknown, string>();
  for (const one of unchangingOf(model).map(inStatedDigits)) texts.set(one, JSON.stringify(one));
  const write = (value: unknown) => texts.get(value) ?? JSON.stringify(value);
  return (result) =>
    writeMembers(result, write, {
      assumptions: writeList(result.assumptions, write),
      ...(result.dcfDetail === null ? {} : { dcfDetail: writeDetail(result.dcfDetail, write) }),
    });
}

type Write = (value: unknown) => string;

/** What every result of a model shows unchanged where no override touches it. */
export const unchangingOf = ({ table, drivers, history }: Model): readonly object[] => [
  ...table.shown,
  ...Object.values(drivers ?? {}),
  ...(history === null ? [] : [history]),
];

function writeDetail(detail: NonNullable<ModelResult["dcfDetail"]>, write: Write): string {
  return writeMembers(detail, write, { drivers: writeMembers(detail.drivers, write, {}) });
}

/** Members in their order; `written` has the text of those that are written already. Keys are plain words. */
function writeMembers<T extends object>(
  of: T,
  write: Write,
  written: { readonly [key in keyof T]?: string },
): string {
  // Appending is free until the text is sent; joining would copy it at every level.
  let text = "";
  for (const key in of) {
    text += `${text === "" ? "" : ","}"${key}":${written[key] ?? write(of[key])}`;
  }
  return `{${text}}`;
}

function writeList(values: readonly unknown[], write: Write): string {
  let text = "";
  for (const value of values) text += (text === "" ? "" : ",") + write(value);
  return `[${text}]`;
}
