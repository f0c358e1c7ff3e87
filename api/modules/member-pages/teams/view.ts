import { type Html, html, nothing } from "#api/pages/html.ts";
import { memberForm } from "../member-form.ts";
import type { Reader } from "../show-to-member.ts";
import type { Team } from "./access.ts";
import type { TeamFields } from "./schemas.ts";
import { teamsPath } from "./teams-page.ts";

/** What the sections of a team's page are made with. */
export interface TeamView {
  team: Team;
  reader: Reader;
  /** Whether the reader may change profile and publication. */
  mayManage: boolean;
  /** What the refused form had; null where none was sent. */
  typed: TeamFields | null;
}

type Act = TeamFields["act"];

export const aboutTeam = (act: Act, id: string): readonly string[] => ["team", act, id];

const sections: Record<Act, string> = {
  describe: "profile",
  profile: "profile",
  publish: "publication",
  withdraw: "publication",
};

/** A form of the page of a team; nothing for who may not send it. */
export const managerForm = (
  { team: { id }, reader: { browser }, mayManage }: TeamView,
  act: Act,
  fields: Html,
): Html =>
  browser === null || !mayManage
    ? nothing
    : memberForm(
        browser,
        { action: `${teamsPath}/${id}#${sections[act]}`, about: aboutTeam(act, id) },
        html`<input type="hidden" name="act" value="${act}">${fields}`,
      );
