import type { Endpoint } from "./http/endpoint.ts";
import { withAliases } from "./http/module.ts";
import { accessPackages } from "./modules/access-packages/routes.ts";
import { accounts } from "./modules/accounts/routes.ts";
import { administration } from "./modules/administration/routes.ts";
import { apiKeys } from "./modules/api-keys/routes.ts";
import { auditLog } from "./modules/audit-log/routes.ts";
import { billing } from "./modules/billing/routes.ts";
import { blocks } from "./modules/blocks/routes.ts";
import { changes } from "./modules/changes/routes.ts";
import { collections } from "./modules/collections/routes.ts";
import { communities } from "./modules/communities/routes.ts";
import { companies } from "./modules/companies/routes.ts";
import { companyPages, companyStars, valuationPages } from "./modules/company-pages/routes.ts";
import { companyStatements } from "./modules/company-statements/routes.ts";
import { covers } from "./modules/covers/routes.ts";
import { dataQualityOfCompanies } from "./modules/data-quality/routes.ts";
import { directory } from "./modules/directory/routes.ts";
import { directoryActs } from "./modules/directory-acts/routes.ts";
import { documents } from "./modules/documents/routes.ts";
import { engagements } from "./modules/engagements/routes.ts";
import { entities } from "./modules/entities/routes.ts";
import { entitySearch } from "./modules/entity-search/routes.ts";
import { entityTeam } from "./modules/entity-team/routes.ts";
import { execution } from "./modules/execution/routes.ts";
import { filedStatements } from "./modules/filed-statements/routes.ts";
import { filings } from "./modules/filings/routes.ts";
import { hiring } from "./modules/hiring/routes.ts";
import { investors } from "./modules/investors/routes.ts";
import { invitations } from "./modules/invitations/routes.ts";
import { leaving } from "./modules/leaving/routes.ts";
import { limits } from "./modules/limits/routes.ts";
import { mail } from "./modules/mail/routes.ts";
import { mcp } from "./modules/mcp/routes.ts";
import { memberPages } from "./modules/member-pages/routes.ts";
import { modelScenarios } from "./modules/model-scenarios/routes.ts";
import { models } from "./modules/models/routes.ts";
import { notifications } from "./modules/notifications/routes.ts";
import { oauth } from "./modules/oauth/routes.ts";
import { operations } from "./modules/operations/routes.ts";
import { organizations } from "./modules/organizations/routes.ts";
import { portfolios } from "./modules/portfolios/routes.ts";
import { profileViews } from "./modules/profile-views/routes.ts";
import { publication } from "./modules/publication/routes.ts";
import { relationships } from "./modules/relationships/routes.ts";
import { reports } from "./modules/reports/routes.ts";
import { savedScreens } from "./modules/saved-screens/routes.ts";
import { screens } from "./modules/screen/routes.ts";
import { search } from "./modules/search/routes.ts";
import { secondFactors } from "./modules/second-factors/routes.ts";
import { sfrs } from "./modules/sfrs/routes.ts";
import {
  accountPages,
  administrationPages,
  billingPages,
  factorPages,
  personPages,
  signInPages,
} from "./modules/sign-in-pages/routes.ts";
import { startups } from "./modules/startups/routes.ts";
import { users } from "./modules/users/routes.ts";
import { watchlists } from "./modules/watchlists/routes.ts";
import { webhooks } from "./modules/webhooks/routes.ts";

/** The endpoints of all modules, in the order of the specification. */
export const allEndpoints: readonly Endpoint[] = [
  ...accounts,
  ...secondFactors,
  ...signInPages,
  ...accountPages,
  ...personPages,
  ...billingPages,
  ...factorPages,
  ...administrationPages,
  ...apiKeys,
  ...oauth,
  ...organizations,
  ...invitations,
  ...users,
  ...leaving,
  ...limits,
  ...mail,
  ...notifications,
  ...covers,
  ...entities,
  ...entityTeam,
  ...relationships,
  ...auditLog,
  ...collections,
  ...hiring,
  ...documents,
  ...reports,
  ...filings,
  ...execution,
  ...blocks,
  ...search,
  ...companies,
  ...companyStatements,
  ...filedStatements,
  ...dataQualityOfCompanies,
  ...changes,
  ...webhooks,
  ...entitySearch,
  ...directory,
  ...publication,
  ...profileViews,
  ...directoryActs,
  ...accessPackages,
  ...models,
  ...modelScenarios,
  ...savedScreens,
  ...watchlists,
  ...communities,
  ...billing,
  ...startups,
  ...investors,
  ...engagements,
  ...portfolios,
  ...sfrs,
  ...companyPages,
  ...companyStars,
  ...valuationPages,
  ...memberPages,
  ...screens,
  ...mcp,
  ...administration,
  ...operations,
].flatMap(withAliases);
