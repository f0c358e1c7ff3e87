import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** A request as it was sent and what came back, as text. */
export interface Exchange {
  method: string;
  /** Path with query. */
  url: string;
  contentType: string | null;
  body: string;
  headers: Record<string, string | string[] | undefined>;
  answer: { status: number; contentType: string | null; body: string };
}

export type Rule = "server error" | "undocumented answer" | "accepted what is invalid";

/** One thing that an exchange did that the description does not allow. */
export interface Finding {
  rule: Rule;
  operation: string;
  detail: string;
  exchange: Exchange;
}

interface Schema {
  $ref?: string;
}

type Content = Record<string, { schema?: Schema }>;

interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  required?: boolean;
}

interface Described {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface Description {
  paths: Record<string, Record<string, Described>>;
}

/** An operation of the description. */
export interface Operation extends Described {
  /** "GET /v2/watchlists/{watchlistId}". */
  name: string;
  method: string;
  path: string;
  /** Where it stands in the description, as a JSON pointer. */
  pointer: string;
  /** Values of the path parameters in an address without query; null when it is another's. */
  match(path: string): Record<string, string> | null;
}

function listOperations({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      ...described,
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      pointer: `#/paths/${escaped(path)}/${method}`,
      match: matcher(path),
    })),
  );
}

function matcher(path: string): Operation["match"] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const text = path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "([^/]+)");
  const pattern = new RegExp(`^${text}$`);
  return (address) => {
    const found = pattern.exec(address);
    if (found === null) return null;
    return Object.fromEntries(names.map((name, i) => [name, decoded(found[i + 1] ?? "")]));
  };
}

/** The operation that an address belongs to; where two match, the one with fewer parameters. */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | null {
  const found = operations.filter((one) => one.method === method && one.match(path) !== null);
  const parameters = ({ path: of }: Operation) => of.split("{").length;
  return found.sort((a, b) => parameters(a) - parameters(b))[0] ?? null;
}

export interface Judge {
  operations: readonly Operation[];
  /** What an exchange did wrong; empty when it did nothing wrong, and for addresses that are not described. */
  judge(exchange: Exchange): Finding[];
  /** True for a value that the description allows for a path parameter. */
  isValidParameter(operation: Operation, name: string, value: string): boolean;
}

/** Holds exchanges against the description alone: it shares no code with what it judges. */
export function createJudge(description: Description): Judge {
  // Formats come with a pattern each; keywords of OpenAPI are not the validator's.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(description, "api");
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api${encodeURI(pointer)}` });
    compiled.set(pointer, known);
    return known;
  };
  const complaint = (pointer: string, value: unknown): string | null => {
    const validate = validatorOf(pointer);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
  const operations = listOperations(description);
  return {
    operations,
    judge(exchange) {
      const { method, url, answer } = exchange;
      const operation = findOperation(operations, method, url.split("?", 1)[0] ?? "");
      if (operation === null) return [];
      const finding = (rule: Rule, detail: string | null): Finding[] =>
        detail === null ? [] : [{ rule, operation: operation.name, detail, exchange }];
      if (answer.status >= 500) return finding("server error", String(answer.status));
      const isAccepted = answer.status < 400;
      const fault = isAccepted ? faultOfRequest(operation, exchange, complaint) : null;
      return [
        ...finding("undocumented answer", faultOfAnswer(operation, answer, complaint)),
        ...finding("accepted what is invalid", fault),
      ];
    },
    isValidParameter(operation, name, value) {
      const i = (operation.parameters ?? []).findIndex(
        (one) => one.in === "path" && one.name === name,
      );
      return readings(value).some(
        (reading) => complaint(`${operation.pointer}/parameters/${i}/schema`, reading) === null,
      );
    },
  };
}

/** Says what is wrong with a value, or null. The pointer names a schema of the description. */
type Complaint = (pointer: string, value: unknown) => string | null;

function faultOfAnswer(
  { responses, pointer }: Operation,
  { status, contentType, body }: Exchange["answer"],
  complaint: Complaint,
): string | null {
  const documented = responses[status];
  if (documented === undefined) return `status ${status}`;
  const types = Object.keys(documented.content ?? {});
  const type = mediaType(contentType);
  if (types.length === 0 || body === "") return null;
  if (type === null || !types.some((one) => isWithin(type, one))) return `${status} as ${type}`;
  if (type !== "application/json") return null;
  const value = parsed(body);
  if (value === undefined) return `${status} with what is no JSON`;
  const at = `${pointer}/responses/${status}/content/${escaped(type)}/schema`;
  const fault = complaint(at, value);
  return fault === null ? null : `${status}: ${fault}`;
}

function faultOfRequest(
  operation: Operation,
  exchange: Exchange,
  complaint: Complaint,
): string | null {
  return (
    faultOfParameters(operation, exchange, complaint) ?? faultOfBody(operation, exchange, complaint)
  );
}

function faultOfParameters(
  operation: Operation,
  { url, headers }: Exchange,
  complaint: Complaint,
): string | null {
  const [path = "", query = ""] = url.split("?", 2);
  const asked = new URLSearchParams(query);
  const inPath = operation.match(path) ?? {};
  for (const [i, one] of (operation.parameters ?? []).entries()) {
    const value = {
      path: inPath[one.name],
      query: single(asked.getAll(one.name)),
      header: headers[one.name.toLowerCase()],
    }[one.in];
    if (value === undefined) {
      if (one.required) return `without ${one.name}`;
      continue;
    }
    const pointer = `${operation.pointer}/parameters/${i}/schema`;
    const faults = readings(value).map((reading) => complaint(pointer, reading));
    if (!faults.includes(null)) return `${one.name}: ${faults[0]}`;
  }
  return null;
}

function faultOfBody(
  { requestBody, pointer }: Operation,
  { contentType, body }: Exchange,
  complaint: Complaint,
): string | null {
  if (requestBody === undefined) return null;
  if (body === "") return requestBody.required ? "without a body" : null;
  const type = mediaType(contentType);
  if (type === null || requestBody.content[type] === undefined) return `body as ${type}`;
  const value = type === "application/json" ? parsed(body) : fields(body);
  if (value === undefined) return "a body that is no JSON";
  const fault = complaint(`${pointer}/requestBody/content/${escaped(type)}/schema`, value);
  return fault === null ? null : `body: ${fault}`;
}

/** What text of an address may mean: itself, a number, a truth value. */
function readings(value: string | string[]): unknown[] {
  if (typeof value !== "string") return [value];
  if (/^-?\d+(\.\d+)?$/.test(value)) return [Number(value), value];
  return value === "true" || value === "false" ? [value === "true", value] : [value];
}

const single = (values: string[]) => (values.length > 1 ? values : values[0]);

const fields = (form: string) => {
  const asked = new URLSearchParams(form);
  return Object.fromEntries([...asked.keys()].map((name) => [name, single(asked.getAll(name))]));
};

/** "image/png" is within "image/png", "image/*" and the range of all types. */
const isWithin = (type: string, range: string) =>
  type === range ||
  range === "*/*" ||
  (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));

const mediaType = (header: string | null) =>
  header === null ? null : (header.split(";", 1)[0]?.trim().toLowerCase() ?? null);

const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
