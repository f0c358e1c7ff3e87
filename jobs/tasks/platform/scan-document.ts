import { openScanHook } from "#api/clients/scan-hook.ts";
import { scanStoredDocument } from "#api/modules/documents/service.ts";
import { scanDocument } from "#schemas/tasks/scan-document.ts";
import { jobOf } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const scanDocumentJob = jobOf(scanDocument, {
  what: "has an uploaded document judged by the operator's hook (SCAN_COMMAND, SCAN_URL)",
  retry: { ...listRetry, retryLimit: 14, retryDelayMax: 14_400, expireInSeconds: 120 },
  concurrency: 2,
  async run({ config, platform }, { documentId }, signal) {
    if (config.scan === null) throw new Error("this worker has neither SCAN_COMMAND nor SCAN_URL");
    return {
      outcome: await scanStoredDocument(platform, documentId, openScanHook(config.scan), signal),
    };
  },
});
