import type { TestCase } from "vitest/node";

/**
 * A reporter for `.ci/run`, where a failed test gets a second try: names at the end the tests that needed it.
 * Such a test, or what it tests, depends on how busy the machine is, and is to be mended like a failed one.
 */
export default class SecondTries {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky)
      this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return;
    console.log(`\nPassed only at the second try:\n  ${this.#names.join("\n  ")}`);
  }
}
