import { letter, nameInMail, type Paragraph } from "#api/mails/letter.ts";
import type { AlertTrigger } from "#schemas/shapes/platform/investor.ts";
import type { Mail } from "#schemas/tasks/send-mail.ts";
import type { StartupNews } from "./queries.ts";

/** The news of each trigger. */
export type News = Partial<Record<AlertTrigger, readonly StartupNews[]>>;

const shownMax = 20;

const parts: { trigger: AlertTrigger; heading: string; line(told: StartupNews): string }[] = [
  {
    trigger: "startup_in_mandate",
    heading: "New startups that fit your mandates:",
    line: ({ name }) => nameInMail(name),
  },
  {
    trigger: "capital_status_changed",
    heading: "The capital status of these startups has changed:",
    line: ({ name, what }) => `${nameInMail(name)} is now ${(what ?? "").replaceAll("_", " ")}`,
  },
  {
    trigger: "report_published",
    heading: "These startups have published a report:",
    line: ({ name, what }) => `${nameInMail(name)}: ${nameInMail(what ?? "")}`,
  },
];

/** One digest. Names and titles are its only texts that others wrote. */
export const alertMail = (given: { to: string; publicUrl: string; news: News }): Mail =>
  letter({
    to: given.to,
    kind: "alerts",
    subject: "News of startups",
    says: parts.flatMap(({ trigger, heading, line }): Paragraph[] => {
      const all = given.news[trigger] ?? [];
      if (all.length === 0) return [];
      const rest = all.length > shownMax ? ["There are more of them."] : [];
      const shown = all
        .slice(0, shownMax)
        .map((told) => ({ label: line(told), url: `${given.publicUrl}/startups/${told.slug}` }));
      return [heading, ...shown, ...rest];
    }),
  });

/** One more than a digest shows: the extra one tells that there are more. */
export const readMax = shownMax + 1;
