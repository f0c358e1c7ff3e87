import { z } from "zod";
import type { Caller } from "../../auth/caller.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors.ts";
import { getByTicker } from "../companies/service.ts";
import { searchEntities } from "../entity-search/service.ts";

/** What a tool may reach: the same services as the API's own endpoints, for the same caller. */
export interface ToolContext {
  deps: Deps;
  viewer: Caller | null;
}

/** A question that an agent may ask: its input as a schema, its answer small enough to read. */
export interface Tool {
  name: string;
  title: string;
  /** Tells an agent when to use it and what it answers. */
  description: string;
  input: z.ZodObject;
  /** What an answer always has; it may have more. */
  output: z.ZodObject;
  run(context: ToolContext, input: unknown): Promise<object>;
}

/** A tool whose input its schema has checked. */
export const tool = <I extends z.ZodObject>(
  declared: Omit<Tool, "input" | "run"> & {
    input: I;
    run(context: ToolContext, input: z.output<I>): Promise<object>;
  },
): Tool => declared as unknown as Tool;

export const companyText = z
  .string()
  .min(1)
  .max(60)
  .describe("Ticker (AAPL), CIK (320193) or entity id of the company");

export const asOfText = z.iso
  .date()
  .optional()
  .describe("Only what had been filed by the end of this day, such as 2018-12-31");

/** An object of an answer: these members, and maybe others. */
export const said = z.looseObject;

/** A value as exact decimal text or a number; null with a reason beside it. */
export const valueShape = z.union([z.string(), z.number()]).nullable();

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The entity that a ticker, CIK or entity id means. Throws 404, which names what else it may mean. */
export async function entityIdOf({ deps }: ToolContext, company: string): Promise<string> {
  const typed = company.trim();
  if (uuidPattern.test(typed)) return typed.toLowerCase();
  if (!/^\d+$/.test(typed)) return (await getByTicker(deps.db, typed)).entityId;
  const { rows } = await searchEntities(deps.db, { search: typed, limit: 1, offset: 0 });
  const [entity] = rows.filter(({ matchedBy }) => matchedBy === "cik");
  if (entity === undefined) throw notFound(`Company with the CIK ${typed}`);
  return entity.id;
}

/** The data of an answer, also of one that is finished bytes with an envelope. */
export function dataOf<T>(said: { data: T } | { identity: Buffer }): T {
  if ("identity" in said) return (JSON.parse(said.identity.toString()) as { data: T }).data;
  return said.data;
}
