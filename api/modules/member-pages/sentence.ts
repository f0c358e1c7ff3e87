import type { z } from "zod";
import { badRequest } from "../../http/errors.ts";

type Names = Readonly<Record<string, string>>;

/** The first thing that is wrong, by what the page calls the field. */
export function sentenceOf({ issues }: z.ZodError, names: Names): string {
  const { path = [], message = "Not understood" } = issues[0] ?? {};
  const name = String(path[0] ?? "");
  return `${names[name] ?? name}: ${message}`;
}

/** What a form has sent, as the API takes it. Throws 400 with the sentence that the page shows beside the form. */
export function parseSent<S extends z.ZodType>(
  schema: S,
  sent: Readonly<Record<string, unknown>>,
  names: Names,
): z.output<S> {
  const { success, data, error } = schema.safeParse(sent);
  if (success) return data;
  throw badRequest(sentenceOf(error, names));
}

/** Forms send each end of a line as two characters. */
export const withLines = (text: string): string => text.replaceAll("\r\n", "\n");
