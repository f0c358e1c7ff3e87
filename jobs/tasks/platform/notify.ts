import { z } from "zod";
import {
  makeFilingNotices,
  makeNotices,
  sweepNotifications,
} from "#api/modules/notifications/service.ts";
import { notify, notifyFilings } from "#schemas/tasks/notify.ts";
import { job, jobOf } from "../../running/job.ts";
import { listRetry } from "../../running/retry.ts";

export const notifyJob = jobOf(notify, {
  what: "tells accounts of an act, in their notifications and by mail",
  retry: listRetry,
  concurrency: 2,
  run: ({ platform }, notice) => makeNotices(platform, notice),
});

export const notifyFilingsJob = jobOf(notifyFilings, {
  what: "tells those who watch a company of its new filings",
  retry: listRetry,
  run: ({ platform }, { cik }) => makeFilingNotices(platform, cik),
});

export const sweepNotificationsJob = job({
  name: "sweep-notifications",
  data: z.object({}),
  key: () => "all",
  what: "removes notifications that are older than 180 days",
  retry: listRetry,
  schedule: { cron: "52 2 * * *", why: "old notifications", data: () => ({}) },
  run: async ({ platform }) => ({ removed: await sweepNotifications(platform) }),
});
