/**
 * Which reports engagements have opened to whom. Apart from `engagements`, because reports ask it, and engagements know
 * startups, which know reports.
 */
export { isOpenedByEngagement, isReportOf } from "./queries.ts";
