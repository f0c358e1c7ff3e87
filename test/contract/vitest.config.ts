import { defineConfig } from "vitest/config";

/** `npm run contract`: no part of `npm test`, because it needs Java and downloads. */
export default defineConfig({
  test: {
    include: ["test/contract/contract.ts", "test/contract/clients.ts"],
    pool: "forks",
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
