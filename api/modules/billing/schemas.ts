import { plan } from "#schemas/plans.ts";

export const planShape = plan.meta({ id: "Plan" });
