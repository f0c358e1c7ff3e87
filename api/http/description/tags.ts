/** The groups of operations in the order of the description, public company data first. */
export const tags: readonly { name: string; description: string }[] = [
  {
    name: "Public company data",
    description:
      "Companies, their terminals, statements and lineage, without a credential. Start with a ticker: " +
      "`GET /v2/entities/public/by-ticker/AAPL` gives the `entityId` that the other reads take.",
  },
  {
    name: "Changes",
    description: "What is new: a list to poll, a feed of each company, and signed webhooks.",
  },
  {
    name: "Financial models",
    description: "Valuation models computed from filings, with own assumptions and as a workbook.",
  },
  {
    name: "Model scenarios",
    description: "An account's own assumptions, kept and shared by link.",
  },
  {
    name: "Open financial reporting standard",
    description: "The registry of concepts and the schemas that statements are checked against.",
  },
  { name: "Directory", description: "Profiles of companies and people, claims and packages." },
  { name: "Search", description: "Candidates by skills, titles or a sentence." },
  { name: "Saved screens", description: "An account's screens, kept under names." },
  { name: "Watchlists", description: "An account's lists of companies." },
  {
    name: "Collections",
    description: "Reports, documents and links that an account keeps together.",
  },
  { name: "Sign-in", description: "Accounts of the service's own issuer." },
  { name: "Users", description: "Own and public profiles, privacy, export and deletion." },
  { name: "Mail", description: "Which mails an account gets, and how they end." },
  { name: "Notifications", description: "What others did that concerns an account." },
  { name: "API keys", description: "Keys for programs, with scopes and limits of their own." },
  { name: "OAuth", description: "Applications that act for people who let them in." },
  { name: "Organizations", description: "Organizations, their members and invitations." },
  { name: "Entities", description: "Entities, their teams, permissions and audit log." },
  { name: "Documents", description: "Uploaded files, private unless shared." },
  { name: "Reports", description: "Reports of entities, their receipts and views." },
  { name: "Filings", description: "What entities file; submitted filings become statements." },
  { name: "Execution", description: "What a team plans: cycles, goals, seasons, commitments." },
  { name: "Hiring", description: "Roles, applications, skills and matching." },
  { name: "Communities", description: "Rooms with members, messages and resources." },
  { name: "Startups", description: "Listings of startups, their baselines and followers." },
  { name: "Investors", description: "Mandates, watchlists, notes and suggestions of investors." },
  { name: "Engagement", description: "What investors ask of startups, and founders of followers." },
  { name: "Portfolios", description: "Portfolios with their artifacts and collaborators." },
  { name: "Billing", description: "Plans, checkout and subscription." },
  { name: "Agents", description: "The same figures as tools of the Model Context Protocol." },
  { name: "Pages", description: "The same figures as pages to look at." },
  {
    name: "Administration",
    description: "What waits for an administrator, and what administrators do.",
  },
  { name: "Operations", description: "Health and metrics of the service." },
];
