import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isRepeatable } from "#api/http/requests/idempotency.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { goodRequests } from "../../helpers/good-requests.ts";

/** A pool of one, and no room for documents in memory: whatever asks for a second connection would wait for itself. */
const database = await openTestDatabase({ poolSize: 1 });
const testing = await testApp({ database, cacheBytesMax: 1 });
const good = await goodRequests(testing);

describe("with one connection and nothing in memory", () => {
  test.each(allEndpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "%s answers",
    async (_, one) => {
      const { statusCode } = await testing.send(await good(one));
      expect(statusCode).toBe(one.status);
    },
  );

  const repeatable = allEndpoints.filter(isRepeatable);
  test.each(repeatable.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "%s answers with an Idempotency-Key, in one transaction",
    async (_, one) => {
      const request = await good(one);
      const headers = { ...request.headers, "idempotency-key": randomUUID() };
      const { statusCode } = await testing.send({ ...request, headers });
      expect(statusCode).toBe(one.status);
    },
  );
});
