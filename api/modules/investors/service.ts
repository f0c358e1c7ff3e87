export { sendAlerts } from "./alerts/service.ts";
export { makeSuggestions } from "./suggestions/service.ts";
export {
  listVerifiedInvestors,
  unverifyInvestor,
  verifyInvestor,
} from "./verification/service.ts";
