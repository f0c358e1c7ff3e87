import { expect, test } from "vitest";
import type { IngestContext } from "#ingest/context.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, jpmorgan, nikola, openTestPipeline, withVia } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple, jpmorgan, nikola] });
/** The same documents, as a mirror and as the regulator's own hosts give them. */
const mirror: IngestContext = withVia(context, "a mirror");
const regulator: IngestContext = withVia(context, null);
const { get } = await testApp({ database: context.database, now: context.now });

/** The source of each kind of document in a company's terminal. */
async function terminalSources(cik: string) {
  const answer = await get(`/v2/entities/${entityIdOf(cik)}/company-terminal`);
  const sources: { kind: string; provider: string; label: string }[] = answer.json().data.sources;
  return sources.filter(({ kind }) => kind === "regulator").map(({ label }) => label);
}

test("terminal and /readyz say what is from the sample, from a mirror and from the regulator itself [TRM-28]", async () => {
  await ingestCompany(apple, context);
  await ingestCompany(jpmorgan, mirror);
  await ingestCompany(nikola, regulator);

  const ofSample = await terminalSources(apple);
  const ofMirror = await terminalSources(jpmorgan);
  const ofRegulator = await terminalSources(nikola);

  for (const labels of [ofSample, ofMirror, ofRegulator]) expect(labels).not.toEqual([]);
  for (const label of ofSample)
    expect(label).toMatch(/, from the bundled sample of \d{4}-\d\d-\d\d$/);
  for (const label of ofMirror) expect(label).toMatch(/, from a mirror$/);
  for (const label of ofRegulator) expect(label).not.toMatch(/sample|mirror/);

  const { sources } = (await get("/readyz")).json().data;
  for (const kind of ["submissions", "companyfacts"]) {
    expect(
      sources
        .filter((one: { kind: string }) => one.kind === kind)
        .map((one: { from: string; companies: number }) => [one.from, one.companies]),
    ).toEqual([
      ["a mirror", 1],
      [expect.stringMatching(/^the bundled sample of \d{4}-\d\d-\d\d$/), 1],
      ["SEC EDGAR", 1],
    ]);
  }
});
