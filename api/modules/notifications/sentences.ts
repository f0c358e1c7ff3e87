import type {
  NotificationKind,
  NotificationState,
  NotificationSubject,
} from "#schemas/shapes/accounts/notification.ts";

/** What a sentence is about: the name of the company or startup, and a title. Both as a reader may see them. */
interface Told {
  kind: NotificationKind;
  state: NotificationState;
  about: string | null;
  label: string | null;
  subjectType: NotificationSubject;
}

type Sentence = (about: string, label: string, subjectType: NotificationSubject) => string;

/** What an operator has decided, as who handed it in knows it. */
const handedIn: { [type in NotificationSubject]?: Sentence } = {
  report: (_, label) => `Your report ${label}`,
  filing: (about, label) => `Your filing ${label} of ${about}`,
  claim: (about) => `Your claim of ${about}`,
  correction: (about, label) => `Your suggestion for ${label} of ${about}`,
  entity: (about) => `The identity of ${about}`,
  account: () => "Your profile as an investor",
};

const decided =
  (how: string): Sentence =>
  (about, label, type) =>
    `${handedIn[type]?.(about, label, type) ?? label} ${how}`;

const sentences: Record<NotificationKind, { [state in NotificationState]?: Sentence }> = {
  applications: {
    submitted: (about, label) => `New application to ${label} at ${about}`,
    reviewing: (about, label) => `Your application to ${label} at ${about} is being reviewed`,
    evaluated: (about, label) => `Your application to ${label} at ${about} has been evaluated`,
    hired: (about, label) => `Your application to ${label} at ${about} was successful`,
    rejected: (about, label) => `Your application to ${label} at ${about} was not successful`,
    withdrawn: (about, label) => `An application to ${label} at ${about} was withdrawn`,
  },
  follows: {
    requested: (about) => `Somebody asks to follow ${about} or to connect to it`,
    approved: (about) => `${about} has approved your request`,
    declined: (about) => `${about} has declined your request to follow it`,
  },
  engagements: {
    requested: (about) => `An investor asks ${about} to engage`,
    accepted: (about) => `${about} has accepted your request to engage`,
    declined: (about) => `${about} has declined your request to engage`,
    invited: (about) => `${about} invites you to engage`,
  },
  report_views: { viewed: (_, label) => `Your report ${label} was viewed` },
  company_filings: { filed: (about, label) => `${about} has filed: ${label}` },
  decisions: {
    reviewing: decided("is under review"),
    verified: decided("was verified"),
    unverified: decided("is no longer verified"),
    rejected: decided("was rejected"),
    accepted: decided("was accepted"),
    granted: decided("was granted"),
    declined: decided("was declined"),
  },
  security: {
    added: (_, label) => `A second factor of your account was added: ${label}`,
    removed: (_, label) => `A second factor of your account was removed: ${label}`,
    used: (_, label) => `A second factor of your account was used: ${label}`,
    replaced: (_, label) => `Of your account were replaced: ${label}`,
  },
};

/** One sentence in plain words. Names that are gone are "a company" and "an item". */
export const sentenceOf = ({ kind, state, about, label, subjectType }: Told): string =>
  sentences[kind][state]?.(about ?? "a company", label ?? "an item", subjectType) ?? state;
