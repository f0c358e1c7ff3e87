import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

/** Serves the pages with Apple ingested. Returns the base URL. */
export async function servePages(): Promise<string> {
  const { context } = await openTestPipeline();
  await ingestCompany(apple, context);
  const { app } = await testApp({ database: context.database });
  return app.listen({ port: 0, host: "127.0.0.1" });
}
