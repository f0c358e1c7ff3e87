/** A form in the encoding of Stripe's library: `items[0][price]=x` sets a member of an object in a list. */
type FormValue = string | { [name: string]: FormValue };
export type FormBody = { [name: string]: FormValue };

const namesMax = 2000;

/** Parses a form to a nested object. Lists become objects with the keys 0, 1 and so on. Pure. */
export function readForm(text: string): FormBody {
  const body: FormBody = Object.create(null);
  for (const [name, value] of [...new URLSearchParams(text)].slice(0, namesMax)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "");
    put(body, path, value);
  }
  return body;
}

function put(into: FormBody, [first, ...rest]: string[], value: string): void {
  if (first === undefined) return;
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const present = into[first];
  const inner: FormBody = typeof present === "object" ? present : Object.create(null);
  into[first] = inner;
  put(inner, rest, value);
}

/** The text at a path of a form; null when there is none. */
export function textAt(body: FormBody, ...path: string[]): string | null {
  let value: FormValue | undefined = body;
  for (const name of path) value = typeof value === "object" ? value[name] : undefined;
  return typeof value === "string" ? value : null;
}

/** The text members of an object in a form. */
export function textsAt(body: FormBody, ...path: string[]): Record<string, string> {
  let value: FormValue | undefined = body;
  for (const name of path) value = typeof value === "object" ? value[name] : undefined;
  const members = typeof value === "object" ? Object.entries(value) : [];
  return Object.fromEntries(
    members.filter((one): one is [string, string] => typeof one[1] === "string"),
  );
}
