import { defineConfig } from "vitest/config";
import { filesOf } from "../projects.ts";

/** The pure tests of what is mutated: neither database nor process, so that thousands of rounds are affordable. */
export default defineConfig({
  test: {
    pool: "threads",
    testTimeout: 30_000,
    include: filesOf("pure", false).filter((path) => /^test\/(ingest|registry)\//.test(path)),
  },
});
