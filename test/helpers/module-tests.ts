import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "#api/http/endpoint.ts";
import { withAliases } from "#api/http/module.ts";
import type { Questions } from "./endpoints/questions.ts";
import type { MakeRequests } from "./good-requests.ts";

/** What the test folder of one module, `test/api/<name>`, says about the module's endpoints. */
export interface ModuleTests {
  name: string;
  /** The endpoints that the module's `routes.ts` declares, their deprecated paths included. */
  endpoints: readonly Endpoint[];
  /** `access.ts`: a row of the access matrix for each endpoint, by `METHOD /path`. Null where the file is missing. */
  access: Readonly<Record<string, string>> | null;
  /** `good-requests.ts`: only for endpoints that need more than the defaults. */
  requests: MakeRequests | null;
  /** `good-requests.ts`: values of path parameters that name nothing, where the default is not a valid value. */
  unknownParameters: Readonly<Record<string, string>>;
  /** `examples.ts`: what is asked of the sample for its examples. Null: they are answers to the good requests. */
  questions: Questions | null;
}

const root = join(import.meta.dirname, "../..");

/** The test folders of all modules in `api/modules`, in alphabetical order. */
export async function readModuleTests(): Promise<ModuleTests[]> {
  return Promise.all(
    readdirSync(join(root, "api/modules"))
      .sort()
      .map(async (name) => {
        const has = (file: string) => existsSync(join(root, "test/api", name, file));
        const routes = (await import(`../../api/modules/${name}/routes.ts`)) as object;
        const rows = has("access.ts") ? await import(`../api/${name}/access.ts`) : {};
        const good = has("good-requests.ts") ? await import(`../api/${name}/good-requests.ts`) : {};
        const examples = has("examples.ts") ? await import(`../api/${name}/examples.ts`) : {};
        return {
          name,
          endpoints: (Object.values(routes).filter(Array.isArray).flat() as Endpoint[]).flatMap(
            withAliases,
          ),
          access: rows.access ?? null,
          requests: good.requests ?? null,
          unknownParameters: good.unknownParameters ?? {},
          questions: examples.questions ?? null,
        };
      }),
  );
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Where the example answers of a module are, from the folder of a test that writes them. */
export const examplesOf = (name: string) => `../../../api/modules/${name}/examples.jsonl`;

/** The lines of a file of example answers. */
export const exampleLines = (answers: readonly (readonly [operation: string, answer: unknown])[]) =>
  answers.map(([name, answer]) => `${JSON.stringify({ [name]: answer })}\n`).join("");
