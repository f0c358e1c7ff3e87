import { z } from "zod";
import type { Access } from "../auth/access.ts";
import { type Endpoint, endpoint, type FileType, type Given } from "./endpoint.ts";
import type { Family } from "./families.ts";
import type { AttachedFile } from "./handled.ts";

type Schema = z.ZodObject | undefined;

/** What `endpoint` takes, but for the answer. */
type Declared<A extends Access, P extends Schema, Q extends Schema, B extends Body> = Omit<
  Parameters<typeof endpoint<A, z.ZodString, P, Q, B>>[1],
  "returns" | "handle" | "location" | "etag"
>;
type Body = z.ZodType | undefined;

const fileBytes = z.string().meta({ description: "The file", format: "binary" });

/** A file made on request, in one of several media types, sent as an attachment. */
export function fileEndpoint<
  A extends Access,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Body = undefined,
>(
  family: Family,
  declared: Declared<A, P, Q, B> & {
    types: readonly [FileType, ...FileType[]];
    handle(given: Given<A, P, Q, B>): Promise<AttachedFile>;
  },
): Endpoint {
  const { types, handle, ...rest } = declared;
  const [type, ...otherTypes] = types;
  const built = endpoint<A, z.ZodString, P, Q, B>(family, {
    ...(rest as Declared<A, P, Q, B>),
    returns: fileBytes,
    handle: () => "",
  });
  return {
    ...built,
    answer: fileBytes,
    type,
    otherTypes,
    handle: async (given) => ({
      kind: "attachment",
      file: await handle(given as unknown as Given<A, P, Q, B>),
    }),
  };
}
