/** The words of vitest that the pure tests use. They collect tests, to be run in the same process. */

type Body = (...values: unknown[]) => unknown;

export interface CollectedTest {
  id: string;
  body: () => unknown;
  before: Body[];
  after: Body[];
}

interface Suite {
  path: string[];
  beforeAll: Body[];
  afterAll: Body[];
  beforeEach: Body[];
  afterEach: Body[];
}

/** What one test file states. */
export interface CollectedFile {
  tests: CollectedTest[];
  beforeAll: Body[];
  afterAll: Body[];
}

const newSuite = (path: string[]): Suite => ({
  path,
  beforeAll: [],
  afterAll: [],
  beforeEach: [],
  afterEach: [],
});

let suites: Suite[] = [newSuite([])];
let collected: CollectedFile = { tests: [], beforeAll: [], afterAll: [] };
let names = new Map<string, number>();

/** Collects what the import of a test file states. */
export async function collect(file: string, load: () => Promise<unknown>): Promise<CollectedFile> {
  suites = [newSuite([file])];
  names = new Map();
  collected = { tests: [], beforeAll: [], afterAll: [] };
  await load();
  return collected;
}

const hook = (kind: "beforeEach" | "afterEach") => (body: Body) => {
  suites.at(-1)?.[kind].push(body);
};
export const beforeEach = hook("beforeEach");
export const afterEach = hook("afterEach");
export const beforeAll = (body: Body) => void collected.beforeAll.push(body);
export const afterAll = (body: Body) => void collected.afterAll.push(body);

const bodyOf = (given: unknown[]) => given.find((one) => typeof one === "function") as Body;

function addTest(name: string, ...given: unknown[]) {
  const path = [...(suites.at(-1)?.path ?? []), name].join(" > ");
  const times = names.get(path) ?? 0;
  names.set(path, times + 1);
  const body = bodyOf(given);
  collected.tests.push({
    id: times === 0 ? path : `${path} (${times + 1})`,
    body: () => body(),
    before: suites.flatMap((suite) => suite.beforeEach),
    after: suites.flatMap((suite) => suite.afterEach),
  });
}

function addSuite(name: string, ...given: unknown[]) {
  suites.push(newSuite([...(suites.at(-1)?.path ?? []), name]));
  try {
    bodyOf(given)();
  } finally {
    suites.pop();
  }
}

type Add = (name: string, ...given: unknown[]) => void;

/** `each`: the number of the row makes the name, because rows may be too long for one. */
const eachOf =
  (add: Add) =>
  (rows: readonly unknown[]) =>
  (name: string, ...given: unknown[]) => {
    rows.forEach((row, i) => {
      const values = Array.isArray(row) ? row : [row];
      add(`${name} ${i}`, () => bodyOf(given)(...values));
    });
  };

const word = (add: Add) =>
  Object.assign(add, {
    each: eachOf(add),
    skip: () => {},
    skipIf: (condition: unknown) => (condition ? () => {} : add),
    runIf: (condition: unknown) => (condition ? add : () => {}),
  });

export const test = word(addTest);
export const it = test;
export const describe = word(addSuite);
