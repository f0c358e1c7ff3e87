import { plans } from "#schemas/plans.ts";
import { anyone } from "../../auth/access.ts";
import { one } from "../../http/answers.ts";
import { v1 } from "../../http/families.ts";
import { moduleOf } from "../../http/module.ts";
import { planShape } from "./schemas.ts";

const { endpoint } = moduleOf({ tag: "Billing", family: v1 });

export const billing = [
  endpoint({
    at: "GET /billing/plans",
    name: "listPlans",
    summary: "List the plans and what each allows",
    description:
      "The first one is free and everybody's. Prices are exact decimals in the currency's main unit, by billing cycle.",
    access: anyone,
    extension: true,
    answers: one(planShape.array()),
    handle: () => [...plans],
  }),
];
