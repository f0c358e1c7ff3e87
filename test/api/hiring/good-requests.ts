import type { MakeRequests } from "../../helpers/good-requests.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";
import { makeApplication, makeRole, sampleRole } from "../../helpers/platform/hiring.ts";

const prefix = "/api/v1/hiring";
const ofEntity = "/api/v1/entities/:entityId/hiring";

export const requests: MakeRequests = ({ app, team }) => {
  const { owner: by } = team;
  const entity = async () => ({ parameters: { entityId: await makeTeamEntity(app, team) } });
  const role = async (status?: "draft", values = {}) => {
    const { parameters } = await entity();
    const made = await makeRole(app, { ...parameters, by, values, ...(status && { status }) });
    return { parameters: { ...made } };
  };
  const published = () => role();
  const application = async (applicant = by) => {
    const { parameters } = await published();
    const applicationId = await makeApplication(app, { ...parameters, by: applicant });
    return { parameters: { entityId: parameters.entityId, applicationId } };
  };
  const own = () => application();
  const received = async () => application(await makePerson(app));
  const withPayload = (payload: object) => async () => ({ ...(await received()), payload });
  const one = `${ofEntity}/applications/:applicationId`;
  const aLink = { kind: "link", title: "A parser", url: "https://example.com/parser" };
  const item = async (who = by, payload: object = aLink) => {
    const url = `${prefix}/portfolio-items`;
    const made = await app.send({ method: "POST", url, headers: who.headers, payload });
    return made.json().data.id as string;
  };
  /** An application with a document that its applicant shows. */
  const showing = async () => {
    const applicant = await makePerson(app);
    const upload = await app.send({
      method: "POST",
      url: "/api/v1/documents/upload",
      headers: applicant.headers,
      payload: { filename: "a.txt", content: "YQ==", mimetype: "text/plain" },
    });
    const { documentKey } = upload.json().data;
    const itemId = await item(applicant, { kind: "document", title: "A text", documentKey });
    const { entityId, roleId } = (await published()).parameters as Record<string, string>;
    const made = await app.send({
      method: "POST",
      url: `${prefix}/roles/${roleId}/apply`,
      headers: applicant.headers,
      payload: { portfolioItemIds: [itemId] },
    });
    const applicationId = made.json().data.id as string;
    return { parameters: { entityId: entityId ?? "", applicationId, itemId } };
  };
  return {
    [`POST ${prefix}/portfolio-items`]: () => ({ payload: aLink }),
    [`GET ${prefix}/portfolio-items/:itemId`]: async () => ({
      parameters: { itemId: await item() },
    }),
    [`DELETE ${prefix}/portfolio-items/:itemId`]: async () => ({
      parameters: { itemId: await item() },
    }),
    [`GET ${one}/portfolio-items`]: showing,
    [`GET ${one}/portfolio-items/:itemId/content`]: showing,
    [`POST ${prefix}/roles/:roleId/apply`]: published,
    [`POST ${prefix}/applications`]: async () => ({
      payload: { roleId: (await published()).parameters.roleId },
    }),
    [`GET ${prefix}/applications/:applicationId`]: own,
    [`POST ${prefix}/applications/:applicationId/withdraw`]: own,
    [`GET ${ofEntity}/roles/:roleId/applications`]: published,
    [`GET ${one}`]: received,
    [`PUT ${one}/status`]: withPayload({ status: "reviewing" }),
    [`POST ${one}/outcome`]: withPayload({ decision: "withdrawn" }),
    [`POST ${one}/feedback`]: withPayload({ overallScore: 4, recommendation: "yes" }),
    [`GET ${one}/feedback`]: received,
    [`GET ${prefix}/applications/:applicationId/feedback/:feedbackId`]: async () => {
      const { entityId, applicationId } = (await received()).parameters;
      const made = await app.send({
        method: "POST",
        url: `/api/v1/entities/${entityId}/hiring/applications/${applicationId}/feedback`,
        headers: by.headers,
        payload: { overallScore: 4, recommendation: "yes" },
      });
      return { parameters: { applicationId, feedbackId: made.json().data.id } };
    },
    [`POST ${prefix}/roles`]: async () => ({
      payload: { title: "Clerk", entityId: (await entity()).parameters.entityId },
    }),
    [`GET ${prefix}/roles/:roleId`]: published,
    [`POST ${prefix}/roles/:roleId/bookmark`]: published,
    [`DELETE ${prefix}/roles/:roleId/bookmark`]: published,
    [`GET ${prefix}/roles/:roleId/match`]: published,
    [`GET ${ofEntity}/roles/:roleId/matches`]: published,
    [`GET ${prefix}/roles/:roleId/skills`]: published,
    [`PUT ${prefix}/my-skills`]: () => ({ payload: { skills: [{ name: "Python" }] } }),
    [`GET ${ofEntity}/roles`]: entity,
    [`POST ${ofEntity}/roles`]: async () => ({ ...(await entity()), payload: sampleRole }),
    [`PUT ${ofEntity}/roles/:roleId`]: async () => ({
      ...(await published()),
      payload: { title: "Engineer" },
    }),
    [`POST ${ofEntity}/roles/:roleId/publish`]: () => role("draft"),
    [`POST ${ofEntity}/roles/:roleId/close`]: published,
  };
};
