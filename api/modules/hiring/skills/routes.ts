import { z } from "zod";
import { viewer } from "#api/auth/access.ts";
import { one, withMeta } from "#api/http/answers.ts";
import { readEndpoint, reads, writeEndpoint, writes } from "../endpoint.ts";
import { seenRole } from "../roles/access.ts";
import { listRoleSkills } from "../roles/queries.ts";
import { roleSkillShape } from "../roles/schemas.ts";
import { mySkillsBody, mySkillsMeta, personSkillShape } from "./schemas.ts";
import { getMySkills, saveMySkills } from "./service.ts";

const mySkills = withMeta(z.array(personSkillShape), mySkillsMeta);

export const skillEndpoints = [
  readEndpoint({
    at: "GET /hiring/my-skills",
    name: "listMySkills",
    ...reads,
    summary: "List your skills",
    description:
      "In the order in which they were saved. `meta` says whether others find the caller, with headline and titles.",
    answers: mySkills,
    handle: ({ caller, deps }) => getMySkills(deps.db, caller.userId),
  }),

  writeEndpoint({
    at: "PUT /hiring/my-skills",
    name: "saveMySkills",
    ...writes,
    summary: "Save your skills",
    description:
      "Replaces the skills. Known spellings get the name of the vocabulary, others are kept as typed. Who has saved skills is found by candidate search and matches, without contact data, unless `discoverable` is false.",
    extension: true,
    body: mySkillsBody,
    answers: mySkills,
    handle: ({ body, caller, deps }) => saveMySkills(deps, caller.userId, body),
  }),

  readEndpoint({
    at: "GET /hiring/roles/:roleId/skills",
    name: "listRoleSkills",
    ...reads,
    summary: "List the skills of a role",
    description: "For those who may see the role, in the order in which the team gave them.",
    access: viewer(seenRole),
    answers: one(z.array(roleSkillShape)),
    handle: ({ subject, deps }) => listRoleSkills(deps.db, subject.id),
  }),
];
