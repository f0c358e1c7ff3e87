import { randomUUID } from "node:crypto";
import { signInBrowser } from "../../helpers/browser.ts";
import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";
import { makeOwnEntity } from "../../helpers/platform/directory.ts";
import { makeApplication, makeRole, saveSkills } from "../../helpers/platform/hiring.ts";
import { makeRoom } from "../../helpers/platform/rooms.ts";
import { aFollow, makeStartup } from "../../helpers/platform/startups.ts";
import { makeNotification } from "../notifications/make-notification.ts";
import { feedForm, makeFeed } from "./feed-form.ts";
import { formOf } from "./form-of.ts";

export const requests: MakeRequests = ({ app, companyId, team: { owner, ...team } }) => {
  const signedIn = async (parameters: Record<string, string>) => ({
    parameters,
    headers: await signInBrowser(app, `${randomUUID()}@example.com`),
  });
  const publishedRole = async () => {
    const entityId = await makeTeamEntity(app, { owner, ...team });
    return (await makeRole(app, { entityId, by: owner })).roleId;
  };
  /** A scenario of who sends the headers, and its share link. */
  const shareOf = async (headers: Record<string, string>) => {
    const url = `/v2/entities/${companyId}/models/wacc/scenarios`;
    const made = await app.send({ method: "POST", url, headers, payload: { name: "Base" } });
    const scenarioId: string = made.json().data.id;
    const share = await app.send({ method: "POST", url: `${url}/${scenarioId}/share`, headers });
    return { scenarioId, shareToken: share.json().data.shareToken as string };
  };
  /** The same of a new person who is signed in with a browser. */
  const ofNewScenario = async () => {
    const email = `${randomUUID()}@example.com`;
    const browser = await signInBrowser(app, email);
    const { headers } = await makePerson(app, email);
    return { headers: browser, ...(await shareOf(headers)) };
  };
  /** A team of a new person who is signed in with a browser. */
  const ofNewTeam = async () => {
    const email = `${randomUUID()}@example.com`;
    const headers = await signInBrowser(app, email);
    const { id } = await makeOwnEntity(app, await makePerson(app, email));
    return { headers, parameters: { id } };
  };
  /** A role of a new person's own team with an application, and the browser of the person. */
  const applications = async () => {
    const email = `${randomUUID()}@example.com`;
    const headers = await signInBrowser(app, email);
    const by = await makePerson(app, email);
    const entityId = await makeTeamEntity(app, { ...team, owner: by });
    const { roleId } = await makeRole(app, { entityId, by });
    await makeApplication(app, { roleId, by: await makePerson(app) });
    return { headers, parameters: { roleId } };
  };
  const newScreen = "/screens/new?where=revenue%20%3E%2010b&currency=USD";
  const newScenario = "/scenarios/new?company=AAPL&model=wacc&set=beta%3A1.3";
  return {
    "GET /teams": () => signedIn({}),
    "GET /teams/:id": ofNewTeam,
    "POST /teams/:id": async () => {
      const given = await ofNewTeam();
      const page = `/teams/${given.parameters.id}`;
      const form = await formOf(app, given.headers, page, `${page}#profile`);
      return { ...given, payload: { ...form, name: "Renamed" } };
    },
    "GET /screens": () => signedIn({}),
    "POST /screens": async () => {
      const email = `${randomUUID()}@example.com`;
      const headers = await signInBrowser(app, email);
      const by = await makePerson(app, email);
      const payload = { name: "Large" };
      await app.send({ method: "POST", url: "/v2/screens", headers: by.headers, payload });
      const form = await formOf(app, headers, "/screens", "/screens");
      return { headers, payload: { ...form, name: "Larger" } };
    },
    "GET /screens/new": async () => ({
      ...{ ...(await signedIn({})), query: newScreen.slice("/screens/new".length) },
    }),
    "POST /screens/new": async () => {
      const given = await signedIn({});
      const form = await formOf(app, given.headers, newScreen, "/screens/new#save");
      return { ...given, payload: { ...form, name: "Large" } };
    },
    "GET /scenarios": () => signedIn({}),
    "GET /scenarios/new": async () => ({
      ...(await signedIn({})),
      query: newScenario.slice("/scenarios/new".length),
    }),
    "POST /scenarios/new": async () => {
      const given = await signedIn({});
      const form = await formOf(app, given.headers, newScenario, "/scenarios/new#save");
      return { ...given, payload: { ...form, name: "Base" } };
    },
    "GET /scenarios/:scenarioId": async () => {
      const { headers, scenarioId } = await ofNewScenario();
      return { headers, parameters: { scenarioId } };
    },
    "POST /scenarios/:scenarioId": async () => {
      const { headers, scenarioId } = await ofNewScenario();
      const page = `/scenarios/${scenarioId}`;
      const form = await formOf(app, headers, page, `${page}#acts`);
      return { headers, parameters: { scenarioId }, payload: { ...form, name: "Bull" } };
    },
    "GET /scenarios/shared/:shareToken": async () => {
      const { shareToken } = await ofNewScenario();
      return { parameters: { shareToken } };
    },
    "POST /scenarios/shared/:shareToken": async () => {
      const { headers, shareToken } = await ofNewScenario();
      const page = `/scenarios/shared/${shareToken}`;
      const form = await formOf(app, headers, page, `${page}#copy`);
      return { headers, parameters: { shareToken }, payload: { ...form, name: "Copy" } };
    },
    "GET /watchlist": () => signedIn({}),
    "POST /watchlist": async () => {
      const given = await signedIn({});
      return { ...given, payload: (await feedForm(app, given.headers, "make")).payload };
    },
    "GET /watchlist/feeds/:feedToken": async () => {
      const { headers } = await signedIn({});
      return { parameters: { feedToken: await makeFeed(app, headers) } };
    },
    "GET /communities": () => signedIn({}),
    "POST /communities/:handle": async () => {
      const { handle } = await makeRoom(app, owner, {
        ...{ discovery: "discoverable", joining: "open" },
      });
      const given = await signedIn({ handle });
      const page = `/communities/${handle}`;
      return { ...given, payload: await formOf(app, given.headers, page, `${page}#membership`) };
    },
    "GET /communities/:handle": async () => {
      const { handle } = await makeRoom(app, owner, { discovery: "public_profile" });
      return signedIn({ handle });
    },
    "GET /roles": () => ({ query: "?search=engineer&page=1" }),
    "GET /roles/:roleId": async () => signedIn({ roleId: await publishedRole() }),
    "POST /roles/:roleId": async () => {
      const given = await signedIn({ roleId: await publishedRole() });
      const page = `/roles/${given.parameters.roleId}`;
      return { ...given, payload: await formOf(app, given.headers, page, `${page}#apply`) };
    },
    "GET /roles/:roleId/applications": applications,
    "POST /roles/:roleId/applications": async () => {
      const given = await applications();
      const page = `/roles/${given.parameters.roleId}/applications`;
      const form = await formOf(app, given.headers, page, page);
      return { ...given, payload: { ...form, to: "reviewing" } };
    },
    "GET /applications": () => signedIn({}),
    "POST /applications": async () => {
      const email = `${randomUUID()}@example.com`;
      const headers = await signInBrowser(app, email);
      await makeApplication(app, {
        ...{ roleId: await publishedRole(), by: await makePerson(app, email) },
      });
      const page = "/applications";
      return { headers, payload: await formOf(app, headers, page, page) };
    },
    "GET /people": async () => ({ ...(await signedIn({})), query: "?search=python" }),
    "GET /people/:id": async () => {
      const person = await makePerson(app);
      await saveSkills(app, person, ["Python"]);
      return signedIn({ id: person.id });
    },
    "GET /notifications": () => signedIn({}),
    "POST /notifications": async () => {
      const email = `${randomUUID()}@example.com`;
      const headers = await signInBrowser(app, email);
      await makeNotification(app, (await makePerson(app, email)).id);
      const page = "/notifications";
      return { headers, payload: await formOf(app, headers, page, page) };
    },
    "GET /startups": () => signedIn({}),
    "POST /startups/:id": async () => {
      const { id, slug } = await makeStartup(app, owner);
      const given = await signedIn({ id });
      const page = `/startups/${slug}`;
      const form = await formOf(app, given.headers, page, `${page}#follow`);
      const { requestedDurationDays, ...asked } = aFollow();
      const days = String(requestedDurationDays);
      return { ...given, payload: { ...form, ...asked, requestedDurationDays: days } };
    },
    "GET /startups/:id": async () => {
      const { id } = await makeStartup(app, owner);
      return signedIn({ id });
    },
  };
};
