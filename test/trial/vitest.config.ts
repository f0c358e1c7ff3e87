import { defineConfig } from "vitest/config";

/** `npm run trial`: no part of `npm test`, because it takes long. */
export default defineConfig({
  test: {
    include: ["test/trial/**/*.trial.ts"],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
