import type { Job } from "./running/job.ts";
import { buildFilingsJob } from "./tasks/build-filings.ts";
import { draftSummaryJob } from "./tasks/draft-summary.ts";
import { endPackageAccessJob } from "./tasks/end-package-access.ts";
import { expireEngagementsJob } from "./tasks/expire-engagements.ts";
import { expireFollowsJob } from "./tasks/expire-follows.ts";
import { forgetMailJob } from "./tasks/forget-mail.ts";
import { forgetPayerJob } from "./tasks/forget-payer.ts";
import { ingestCompanyJob } from "./tasks/ingest-company.ts";
import { mailLinkJob } from "./tasks/mail-link.ts";
import { pollFeedJob } from "./tasks/poll-feed.ts";
import { precomputeJob } from "./tasks/precompute.ts";
import { readDailyIndexJob } from "./tasks/read-daily-index.ts";
import { rebuildCompanyJob } from "./tasks/rebuild-company.ts";
import { reconcileBillingJob } from "./tasks/reconcile-billing.ts";
import { refreshAllJob } from "./tasks/refresh-all.ts";
import { sendAlertsJob } from "./tasks/send-alerts.ts";
import { sendMailJob } from "./tasks/send-mail.ts";
import { suggestMatchesJob } from "./tasks/suggest-matches.ts";
import { sweepDocumentsJob } from "./tasks/sweep-documents.ts";
import { sweepReceiptsJob } from "./tasks/sweep-receipts.ts";
import { writeExtractsJob } from "./tasks/write-extracts.ts";

/** All jobs; scheduled ones in the order of their times. */
export const allJobs: readonly Job[] = [
  pollFeedJob,
  readDailyIndexJob,
  endPackageAccessJob,
  sweepDocumentsJob,
  sweepReceiptsJob,
  expireFollowsJob,
  expireEngagementsJob,
  refreshAllJob,
  reconcileBillingJob,
  suggestMatchesJob,
  precomputeJob,
  writeExtractsJob,
  sendAlertsJob,
  ingestCompanyJob,
  rebuildCompanyJob,
  buildFilingsJob,
  draftSummaryJob,
  forgetPayerJob,
  forgetMailJob,
  mailLinkJob,
  sendMailJob,
];
