import { existsSync, readFileSync, writeFileSync } from "node:fs";
import {
  INSTRUMENTER_CONSTANTS,
  type MutantCoverage,
  type StrykerOptions,
} from "@stryker-mutator/api/core";
import {
  commonTokens,
  declareFactoryPlugin,
  PluginKind,
  tokens,
} from "@stryker-mutator/api/plugin";
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { filesOf } from "../projects.ts";
import { installModules, loadBody, newModules } from "./modules.ts";
import { type CollectedFile, type CollectedTest, collect } from "./words.ts";

/** Through this object changed code and the runner talk. */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: MutantCoverage;
}

const durationsFile = "mutation-durations.json";

/**
 * Runs the pure tests in this process. Starting vitest's workers for each mutant took longer than the tests: seconds
 * instead of a tenth of one. Shortest tests come first, and the first that fails ends the run.
 */
class InProcessRunner implements TestRunner {
  private readonly board: Switchboard;
  private readonly root = process.cwd();
  private durations: Record<string, number> | undefined;

  private readonly isRegistry: boolean;

  constructor(board: Switchboard, mutated: readonly string[]) {
    this.board = board;
    this.isRegistry = mutated.some((pattern) => pattern.startsWith("registry/"));
  }

  /** Each run loads its modules anew, so no mutant needs a new process. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const standIn = new URL("./vitest-stand-in.ts", import.meta.url).href;
    // Reading the registry takes longer than most tests: only where it is changed is it read anew.
    const folders = ["ingest", "test", ...(this.isRegistry ? ["registry"] : [])];
    installModules(this.root, folders, standIn);
    await import(standIn);
  }

  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = [];
    for (const path of pureTests(this.isRegistry)) {
      const start = performance.now();
      const file = await this.collect(path, newModules(), () => {
        this.board.currentTestId = bodyOf(path);
      });
      this.board.currentTestId = undefined;
      tests.push(...(await this.runFile(file, path, () => true)));
      tests.push(resultOf(bodyOf(path), path, performance.now() - start));
    }
    const durations = Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
    writeFileSync(durationsFile, JSON.stringify(durations));
    const mutantCoverage = this.board.mutantCoverage ?? { static: {}, perTest: {} };
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({
    testFilter,
    activeMutant,
    hitLimit,
  }: MutantRunOptions): Promise<MutantRunResult> {
    const wanted = new Set(testFilter);
    const paths = this.cheapestFirst([...new Set([...wanted].map(pathOf))], wanted);
    const load = newModules();
    const tests: TestResult[] = [];
    Object.assign(this.board, { hitCount: 0, hitLimit });
    for (const path of paths) {
      this.board.activeMutant = undefined;
      const activate = () => {
        this.board.activeMutant = activeMutant.id;
      };
      try {
        const file = await this.collect(path, load, activate);
        // What a file computes for its tests, any of them may look at.
        const isOfAll = wanted.has(bodyOf(path));
        tests.push(...(await this.runFile(file, path, (id) => isOfAll || wanted.has(id))));
      } catch (error) {
        tests.push(resultOf(bodyOf(path), path, 0, error));
      }
      if (tests.some(({ status }) => status === TestStatus.Failed)) break;
    }
    this.board.activeMutant = undefined;
    const timeOut = determineHitLimitReached(this.board.hitCount, hitLimit);
    return toMutantRunResult(timeOut ?? { status: DryRunStatus.Complete, tests });
  }

  /** Files by the time that their wanted tests took. */
  private cheapestFirst(paths: string[], wanted: ReadonlySet<string>): string[] {
    this.durations ??= existsSync(durationsFile)
      ? (JSON.parse(readFileSync(durationsFile, "utf8")) as Record<string, number>)
      : {};
    const time = new Map<string, number>();
    for (const id of wanted) {
      time.set(pathOf(id), (time.get(pathOf(id)) ?? 0) + (this.durations[id] ?? 0));
    }
    return paths.sort((a, b) => (time.get(a) ?? 0) - (time.get(b) ?? 0));
  }

  private collect(path: string, load: ReturnType<typeof newModules>, startsBody: () => void) {
    return collect(path, () => loadBody(() => load(`${this.root}/${path}`), startsBody));
  }

  private async runFile(file: CollectedFile, path: string, isWanted: (id: string) => boolean) {
    const results: TestResult[] = [];
    for (const hook of file.beforeAll) await hook();
    for (const test of file.tests) {
      if (!isWanted(test.id)) continue;
      const result = await this.runTest(test, path);
      results.push(result);
      if (result.status === TestStatus.Failed) break;
    }
    for (const hook of file.afterAll) await hook();
    return results;
  }

  private async runTest(test: CollectedTest, fileName: string): Promise<TestResult> {
    const start = performance.now();
    this.board.currentTestId = test.id;
    try {
      for (const hook of test.before) await hook();
      await test.body();
      for (const hook of test.after) await hook();
      return resultOf(test.id, fileName, performance.now() - start);
    } catch (error) {
      return resultOf(test.id, fileName, performance.now() - start, error);
    } finally {
      this.board.currentTestId = undefined;
    }
  }
}

/** Folders whose tests can notice a change, and files that ask more of vitest than words.ts has, run for seconds, or need data that is not here. */
const ingestTests =
  /^test\/ingest\/(bulk|checks|facts|periods|standardization|statements|terminal)\//;
const registryTests = /^test\/registry\/[^/]+$/;
const isLeftOut =
  /registry\/(cli|concept-schema)|xbrl-hostile|real-files|refused-tags|standardization\/properties/;

/** Tests that start nothing and keep nothing: thousands of rounds are affordable. */
const pureTests = (isRegistry: boolean) =>
  filesOf("pure", "embedded").filter(
    (path) =>
      (ingestTests.test(path) || (isRegistry && registryTests.test(path))) && !isLeftOut.test(path),
  );

/** What a test file states outside its tests counts as one more test of it. */
const bodyOf = (path: string) => `${path} > (what it states outside its tests)`;

function resultOf(id: string, fileName: string, timeSpentMs: number, error?: unknown): TestResult {
  const about = { id, name: id, fileName, timeSpentMs };
  if (error === undefined) return { ...about, status: TestStatus.Success };
  const failureMessage = String(error instanceof Error ? error.message : error);
  return { ...about, status: TestStatus.Failed, failureMessage };
}

const pathOf = (id: string) => id.slice(0, id.indexOf(" > "));

function makeRunner({ mutate }: StrykerOptions) {
  const boards = globalThis as unknown as Record<string, Switchboard | undefined>;
  const board = boards[INSTRUMENTER_CONSTANTS.NAMESPACE] ?? {};
  boards[INSTRUMENTER_CONSTANTS.NAMESPACE] = board;
  return new InProcessRunner(board, mutate);
}
makeRunner.inject = tokens(commonTokens.options);

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, "in-process", makeRunner),
];
