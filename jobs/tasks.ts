import type { Job } from "./running/job.ts";
import { forgetMailJob } from "./tasks/accounts/forget-mail.ts";
import { forgetPayerJob } from "./tasks/accounts/forget-payer.ts";
import { mailLinkJob } from "./tasks/accounts/mail-link.ts";
import { reconcileBillingJob } from "./tasks/accounts/reconcile-billing.ts";
import { sendMailJob } from "./tasks/accounts/send-mail.ts";
import { buildFilingsJob } from "./tasks/companies/build-filings.ts";
import { endPackageAccessJob } from "./tasks/companies/end-package-access.ts";
import { fetchDataSetsJob } from "./tasks/companies/fetch-data-sets.ts";
import { ingestCompanyJob } from "./tasks/companies/ingest-company.ts";
import { pollFeedJob } from "./tasks/companies/poll-feed.ts";
import { precomputeJob } from "./tasks/companies/precompute.ts";
import { priceScreenJob } from "./tasks/companies/price-screen.ts";
import { readDailyIndexJob } from "./tasks/companies/read-daily-index.ts";
import { rebuildCompanyJob } from "./tasks/companies/rebuild-company.ts";
import { refreshAllJob } from "./tasks/companies/refresh-all.ts";
import { sweepDocumentsJob } from "./tasks/companies/sweep-documents.ts";
import { sweepReceiptsJob } from "./tasks/companies/sweep-receipts.ts";
import { writeExtractsJob } from "./tasks/companies/write-extracts.ts";
import { draftSummaryJob } from "./tasks/platform/draft-summary.ts";
import { expireEngagementsJob } from "./tasks/platform/expire-engagements.ts";
import { expireFollowsJob } from "./tasks/platform/expire-follows.ts";
import { notifyFilingsJob, notifyJob, sweepNotificationsJob } from "./tasks/platform/notify.ts";
import { scanDocumentJob } from "./tasks/platform/scan-document.ts";
import { sendAlertsJob } from "./tasks/platform/send-alerts.ts";
import { sendWebhooksJob } from "./tasks/platform/send-webhooks.ts";
import { spreadChangesJob } from "./tasks/platform/spread-changes.ts";
import { suggestMatchesJob } from "./tasks/platform/suggest-matches.ts";

/** All jobs; scheduled ones in the order of their times. */
export const allJobs: readonly Job[] = [
  pollFeedJob,
  spreadChangesJob,
  readDailyIndexJob,
  endPackageAccessJob,
  sweepDocumentsJob,
  sweepReceiptsJob,
  sweepNotificationsJob,
  expireFollowsJob,
  expireEngagementsJob,
  refreshAllJob,
  reconcileBillingJob,
  suggestMatchesJob,
  precomputeJob,
  fetchDataSetsJob,
  priceScreenJob,
  writeExtractsJob,
  sendAlertsJob,
  ingestCompanyJob,
  rebuildCompanyJob,
  buildFilingsJob,
  draftSummaryJob,
  scanDocumentJob,
  notifyJob,
  notifyFilingsJob,
  forgetPayerJob,
  forgetMailJob,
  mailLinkJob,
  sendMailJob,
  sendWebhooksJob,
];
