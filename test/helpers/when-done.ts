import { afterAll, onTestFinished, TestRunner } from "vitest";

/**
 * Runs `end` when what asks for it is done: after the test, or after the file where no test is running. vitest forgets
 * an `afterAll` that is registered inside a test, without a word.
 */
export function whenDone(end: () => unknown): void {
  const done = async () => void (await end());
  if (TestRunner.getCurrentTest() === undefined) afterAll(done);
  else onTestFinished(done);
}
