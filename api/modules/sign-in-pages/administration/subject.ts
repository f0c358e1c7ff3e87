import type { z } from "zod";
import type { Deps } from "#api/deps.ts";
import { badRequest } from "#api/http/errors.ts";
import type { Administrator } from "#api/modules/administration/service.ts";
import { type Html, nothing } from "#api/pages/html.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { AdministrationFields } from "../schemas.ts";

/** A form about one thing. */
export interface ActForm {
  /** What a form is about; "new" where there is nothing yet. */
  id: string;
  /** What the form asks besides the reason. */
  fields: Html;
  decisions: readonly (readonly [decision: string, label: string])[];
}

export interface ListedItem extends ActForm {
  title: string;
  about: Html;
}

/** The fields of a form; those that were left empty are missing. */
export type Given = Partial<AdministrationFields> & { id: string };

/** A kind of things that administrators decide. */
export interface Subject {
  title: string;
  /** Where none is listed. */
  none: string;
  list(deps: Deps): Promise<Page<ListedItem>>;
  /** A form about a thing that is not listed. */
  add?: { title: string } & Omit<ActForm, "id">;
  decide(deps: Deps, admin: Administrator, given: Given): Promise<unknown>;
}

/** What is shown of a list; the API has the rest. */
export const firstRows = { limit: 20, offset: 0 };

export async function itemsOf<R>(
  rows: Promise<Page<R>>,
  item: (row: R) => Omit<ListedItem, "fields"> & { fields?: Html },
): Promise<Page<ListedItem>> {
  const page = await rows;
  return { ...page, rows: page.rows.map((row) => ({ fields: nothing, ...item(row) })) };
}

/** The form as a body of the API. Throws 400 with the first field that is wrong. */
export function read<T>(schema: z.ZodType<T>, form: unknown): T {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join(".") ?? "";
  throw badRequest(`${field === "" ? "The form" : `The ${field}`} is missing or malformed`);
}

export const dayOf = (time: string | null): string => time?.slice(0, 10) ?? "";
export const numberIn = (text: string | undefined) => (text === undefined ? text : Number(text));
