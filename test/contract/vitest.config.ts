import { defineConfig } from "vitest/config";

/** `npm run contract`: no part of `npm test`, because it downloads tools, and `contract.ts` needs Java. */
export default defineConfig({
  test: {
    include: ["contract", "clients", "linters"].map((name) => `test/contract/${name}.ts`),
    pool: "forks",
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
