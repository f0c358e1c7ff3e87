import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { scanStoredDocument } from "#api/modules/documents/service.ts";
import { document } from "#schemas/tables/accounts/document.ts";
import { makePerson } from "../../helpers/people.ts";
import { clients, raceEverywhere, rounds, together } from "../../helpers/races.ts";

const files = openFileStore(join(tmpdir(), "tenk-files"));
const signal = new AbortController().signal;

await raceEverywhere((via) => {
  test("a document that two processes scan at once gets one verdict, which both follow, and its neighbour none", async () => {
    const { db } = via(0);
    const { headers } = await makePerson(via(0));
    const upload = async () => {
      const content = Buffer.from(`${Math.random()}`).toString("base64");
      const payload = { filename: "a.txt", content, mimetype: "text/plain" };
      const url = "/api/v1/documents/upload";
      const made = (await via(0).send({ method: "POST", url, headers, payload })).json().data;
      const [row] = await db
        .update(document)
        .set({ scan: "pending" })
        .where(eq(document.key, made.documentKey))
        .returning();
      return { id: row?.id ?? "", signed: new URL(made.documentUrl) };
    };
    const others = await upload();
    for (let round = 0; round < rounds; round += 1) {
      const made = await upload();
      const judged = await together((n) => {
        const verdict = n % 2 === 0 ? ("clean" as const) : ("refused" as const);
        const hook = { judge: async () => verdict };
        return scanStoredDocument({ db: via(n).db, files }, made.id, hook, signal);
      });
      const verdicts = judged.filter((one) => one !== "judged before");
      expect([verdicts.length, judged.length]).toEqual([1, clients]);
      const [row] = await db.select().from(document).where(eq(document.id, made.id));
      expect(row?.scan).toBe(verdicts[0]);
      for (const n of [0, 1]) {
        const { statusCode } = await via(n).get(made.signed.pathname + made.signed.search);
        expect(statusCode).toBe(verdicts[0] === "clean" ? 200 : 409);
      }
    }
    const [row] = await db.select().from(document).where(eq(document.id, others.id));
    expect(row?.scan).toBe("pending");
  }, 600_000);
});
