export { sendAlerts } from "./alerts/service.ts";
export { makeSuggestions } from "./suggestions/service.ts";
export { unverifyInvestor, verifyInvestor } from "./verification/service.ts";
