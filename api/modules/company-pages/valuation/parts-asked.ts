import type { PartsQuery } from "./schemas.ts";

/** The multiples that the fields of the page ask for. */
export interface AskedParts {
  /** By the id of a part. */
  multiples: ReadonlyMap<string, number>;
  restMultiple: number | undefined;
  /** The texts of the fields, by the id of a part. */
  texts: ReadonlyMap<string, string>;
  restText: string;
  /** Why a text is no multiple; null where all are. None is taken then. */
  problem: string | null;
  /** True where no field has a text. */
  isEmpty: boolean;
}

/** Reads the fields as the form sends them: part and multiple at the same place. */
export function readParts({
  part: ids = [],
  multiple: texts = [],
  restMultiple: rest = "",
}: Pick<PartsQuery, "part" | "multiple" | "restMultiple">): AskedParts {
  const typed = new Map(
    ids.flatMap((id, at) => {
      const text = texts[at]?.trim() ?? "";
      return text === "" ? [] : [[id, text] as const];
    }),
  );
  const restText = rest.trim();
  const given = [...typed.values(), ...(restText === "" ? [] : [restText])];
  const wrong = given.find((text) => readMultiple(text) === null);
  const isRefused = wrong !== undefined;
  return {
    multiples: new Map(
      isRefused ? [] : [...typed].map(([id, text]) => [id, readMultiple(text) ?? 0]),
    ),
    restMultiple: isRefused || restText === "" ? undefined : (readMultiple(restText) ?? undefined),
    texts: typed,
    restText,
    isEmpty: given.length === 0,
    problem: isRefused
      ? `“${wrong.slice(0, 40)}” is no multiple. Write a number above 0 and at most ${multipleMax}, such as 12.5.`
      : null,
  };
}

const multipleMax = 1000;

/** "12.5" or "12.5x"; null for anything else. */
function readMultiple(text: string): number | null {
  const [, digits] = /^(\d{1,4}(?:\.\d{1,4})?)x?$/.exec(text) ?? [];
  const value = Number(digits ?? 0);
  return value > 0 && value <= multipleMax ? value : null;
}
