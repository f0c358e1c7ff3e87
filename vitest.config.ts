import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // What is waited for comes at once, but on a busy machine "at once" is not a second.
    expect: { poll: { timeout: 60_000 } },
  },
});
