import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { didYouMean } from "#schemas/nearest.ts";
import type { Endpoint } from "../endpoint.ts";
import { badRequest, invalid } from "../errors.ts";
import { meantBy, shownName } from "./misspelt.ts";

const header = "unknown-members";
const namesMax = 10;
const depthMax = 6;

/** A member of a body that its schema does not name. */
interface UnknownMember {
  /** From outside in. */
  path: string[];
  /** Known names that it may mean. */
  meant: string[];
  /** True where the schema refuses unknown members. */
  isRefused: boolean;
}

/**
 * Names the members of a JSON body that an operation does not have. Where the contract drops them a header lists
 * them; a strict body refuses them, and so does an operation of our own for those that look misspelt. A refusal names
 * what may be meant.
 */
export function tellUnknownMembers(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { endpoint } = request.routeOptions.config;
  done(endpoint?.body == null ? undefined : tell(request.body, reply, endpoint, endpoint.body));
}

function tell(
  sent: unknown,
  reply: FastifyReply,
  { extension }: Endpoint,
  schema: z.ZodType,
): Error | undefined {
  const unknown = listUnknown(schema, sent);
  if (unknown.length === 0) return undefined;
  const refused = unknown.filter(({ isRefused }) => isRefused);
  if (refused.length > 0) return refusal(refused);
  const names = unknown.map(({ path, meant }) => shownName(path.join("."), meant));
  reply.header(header, names.join(", "));
  const misspelt = extension ? unknown.find(({ meant }) => meant.length > 0) : undefined;
  if (misspelt === undefined) return undefined;
  const shown = shownName(misspelt.path.join("."), []);
  return badRequest(`There is no member ${shown} here${didYouMean(misspelt.meant)}`);
}

/** In the words of the validation, which says no nearest name. */
function refusal(unknown: readonly UnknownMember[]): Error {
  const [first] = unknown;
  const within = first?.path.slice(0, -1) ?? [];
  const siblings = unknown.filter(({ path }) => isSame(path.slice(0, -1), within));
  const names = siblings.map(({ path }) => JSON.stringify(path.at(-1)?.slice(0, 60))).join(", ");
  const word = siblings.length === 1 ? "Unrecognized key" : "Unrecognized keys";
  const meant = didYouMean([...new Set(siblings.flatMap((one) => one.meant))].slice(0, 3));
  const message = `${word}: ${names}${meant}`;
  const issue = { path: within, code: "unrecognized_keys", message };
  return invalid(`${["body", ...within].join("/")}: ${message}`, [issue]);
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.join("/") === other.join("/");

/** Members at any depth that the schema does not name, ten at most. Pure. */
export function listUnknown(schema: z.ZodType, value: unknown): UnknownMember[] {
  const found: UnknownMember[] = [];
  walk(schema, value, [], found);
  return found.slice(0, namesMax);
}

function walk(schema: z.ZodType, value: unknown, path: string[], found: UnknownMember[]): void {
  if (path.length > depthMax || found.length >= namesMax) return;
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodArray && Array.isArray(value)) {
    for (const [at, one] of value.slice(0, namesMax * 5).entries()) {
      walk(plain.element as z.ZodType, one, [...path, String(at)], found);
    }
    return;
  }
  if (!isRecord(value)) return;
  const shapes = objectsOf(plain);
  if (shapes === null) return;
  const known = new Map(shapes.flatMap(({ shape }) => Object.entries(shape)));
  const isRefused = shapes.every(({ _zod }) => _zod.def.catchall instanceof z.ZodNever);
  for (const [name, member] of Object.entries(value)) {
    const its = known.get(name) as z.ZodType | undefined;
    if (its === undefined) {
      found.push({ path: [...path, name], meant: meantBy(name, [...known.keys()]), isRefused });
    } else if (shapes.length === 1) walk(its, member, [...path, name], found);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schema without what only says when it may be left out, and what is done to its value. */
function unwrapped(schema: z.ZodType): z.ZodType {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> };
  if (schema instanceof z.ZodPipe) {
    return unwrapped((def.in instanceof z.ZodTransform ? def.out : def.in) as z.ZodType);
  }
  const isWrapper = def.innerType instanceof z.ZodType;
  return isWrapper ? unwrapped(def.innerType as z.ZodType) : schema;
}

/** The objects that a value may be; null where it may have any members. */
function objectsOf(schema: z.ZodType): z.ZodObject[] | null {
  const options =
    schema instanceof z.ZodUnion
      ? schema.options.map((one) => unwrapped(one as z.ZodType))
      : [schema];
  const objects: z.ZodObject[] = [];
  for (const one of options) {
    if (!(one instanceof z.ZodObject)) continue;
    const { catchall } = one._zod.def;
    if (catchall !== undefined && !(catchall instanceof z.ZodNever)) return null;
    objects.push(one);
  }
  const isOther = options.some((one) => one instanceof z.ZodRecord || one instanceof z.ZodUnion);
  return objects.length === 0 || isOther ? null : objects;
}
