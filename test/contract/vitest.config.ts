import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** `npm run contract`: no part of `npm test`, because it downloads tools, and `contract.ts` needs Java. */
export default defineConfig({
  test: {
    include: ["contract", "client", "clients", "linters"].map((name) => `test/contract/${name}.ts`),
    pool: "forks",
    // By itself vitest leaves a core free, and two of the three checks would wait for the third.
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
