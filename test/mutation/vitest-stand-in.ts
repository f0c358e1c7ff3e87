// What test files get for "vitest": our words for tests, vitest's own `expect`.
Object.assign(globalThis, {
  __vitest_worker__: { filepath: "", config: {}, ctx: {}, environment: {}, rpc: {}, metaEnv: {} },
});
const { expect, vi } = await import("vitest");

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from "./words.ts";
export { expect, vi };
