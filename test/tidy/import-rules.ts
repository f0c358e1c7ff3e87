/** An import from a file matching `from` to a target matching `to` breaks the rule, unless `allowed` matches it. */
export interface ImportRule {
  name: string;
  /** What a contributor reads when the rule fails. */
  sentence: string;
  /** Of the importing file's path from the root. */
  from: RegExp;
  /** Of the imported path, `npm:package` or `node:module`. */
  to: RegExp;
  /** Targets that are fine after all; `$1` is the first group of `from`. */
  allowed?: readonly string[];
  /** Whether an import that only brings types is fine. */
  mayBringTypes?: boolean;
}

/** What computes and never fetches, stores or reads files: the folders, and the files that only compose them. */
const pureMiddle = [
  "ingest/(facts|faces|statements|periods|checks|terminal)/",
  "ingest/(build-company|company-input|errors)\\.ts$",
];

/** The three stages of a company's statements: what is believed, what is filed of each line, what the periods show. */
const evidenceStage = [
  "evidence/.+",
  "currency",
  "shown-sums",
  "cells/(cell|line|earlier-cell)",
  "by-face/(face-evidence|member-facts)",
  "guards/(guard-facts|misdated-notes|rejected-restatements|restated-parts|sign-slip)",
  "per-share/(absurd-earnings|tagged-lines|filing-amounts|share-scale|splits|turned-(income|pretax|tax)|untested-scale|wrong-signs)",
];
const filedStage = [
  "filed-lines",
  "direct",
  "choose-tag",
  "year-tag",
  "by-face/(face-cells|residual-year|with-face)",
  "cells/filed-cell",
  "guards/(equity-in-revenue|filed-beside|guards|part-of-total|troubles)",
];

/** A file of a stage may take only from the files of its own stage and of those before. */
const stage = (name: string, own: readonly string[], before: readonly string[]): ImportRule => ({
  name: `${name}-stage`,
  sentence:
    "statements are made in stages, and one imports only earlier ones: evidence, filed lines, periods",
  from: new RegExp(`^ingest/statements/(${own.join("|")})\\.ts$`),
  to: /^ingest\/statements\//,
  allowed: [`^ingest/statements/(${[...own, ...before].join("|")})\\.ts$`],
});

function layer(
  name: string,
  mayImport: readonly string[],
  also: readonly string[] = [],
): ImportRule {
  return {
    name: `${name}-imports`,
    sentence: `${name} may import only: ${[name, ...mayImport].join(", ")} (and packages)`,
    from: new RegExp(`^${name}/`),
    to: /^(schemas|registry|ingest|jobs|api|migrations|test)\//,
    allowed: [...[name, ...mayImport].map((folder) => `^${folder}/`), ...also],
  };
}

export const importRules: readonly ImportRule[] = [
  layer("schemas", []),
  layer("registry", ["schemas"]),
  layer("ingest", ["schemas", "registry"]),
  {
    ...layer(
      "api",
      ["schemas", "registry"],
      [
        "^ingest/(facts|faces|statements|periods|checks|terminal)/",
        "^ingest/(build-company|company-input)\\.ts$",
      ],
    ),
    sentence:
      "api may import only: api, schemas, registry and of ingest what only computes " +
      "(facts, faces, statements, periods, checks, terminal and the build of one company from them)",
  },
  layer("jobs", ["schemas", "registry", "ingest", "api"]),
  {
    name: "jobs-see-services-only",
    sentence:
      "a job may call a module service with what api/platform.ts gives, and lay out a page by api/pages, never its " +
      "routes, queries or HTTP; jobs/start-service.ts is the composition root",
    from: /^jobs\/(?!start-service\.ts$)/,
    to: /^api\//,
    allowed: [
      "^api/(modules/[^/]+/service|clients/([^/]+|prices/prices)|pages/(charts/)?[^/]+|platform|auth/(local-issuer|token))\\.ts$",
    ],
  },
  {
    name: "modules-keep-to-themselves",
    sentence: "a module uses another module only through its service.ts",
    from: /^api\/modules\/([^/]+)\//,
    to: /^api\/modules\/[^/]+\//,
    allowed: ["^api/modules/$1/", "^api/modules/[^/]+/service\\.ts$"],
  },
  {
    name: "sql-only-in-queries",
    sentence:
      "in a module only queries.ts speaks SQL; moves.ts and rows.ts name the table of the rows",
    from: /^api\/modules\/(?!([^/]+\/)+(queries|moves|rows)\.ts$)/,
    to: /^npm:(drizzle-orm|pg)$|^schemas\/tables\//,
    mayBringTypes: true,
  },
  {
    name: "services-know-no-http",
    sentence: "service.ts and queries.ts throw errors and return data; only routes.ts knows HTTP",
    from: /^api\/modules\/([^/]+\/)+(service|queries)\.ts$/,
    to: /^api\/(http\/(?!errors\.ts$)|auth\/(?!caller\.ts$)|app\.ts$)|^npm:fastify$/,
  },
  {
    name: "sources-are-replaceable",
    sentence:
      "a source knows the contract, the parsers, and how documents are archived; nothing further down the pipeline",
    from: /^ingest\/sources\/([^/]+)\//,
    to: /^ingest\//,
    allowed: [
      "^ingest/sources/($1/|(source|description)\\.ts$)",
      "^ingest/fetch/fetch-document\\.ts$",
      "^ingest/store/(documents|fetch-state|filings|data-set-quarters)\\.ts$",
      "^ingest/bulk/(package-zip|write-package|zip)\\.ts$",
      "^ingest/(http|archive)(\\.ts$|/)",
      "^ingest/errors\\.ts$",
      "^ingest/facts/",
    ],
  },
  {
    name: "pure-middle",
    sentence:
      "facts, faces, statements, periods, checks and terminal compute; they never fetch, store or read files",
    from: new RegExp(`^(${pureMiddle.join("|")})`),
    to: /^ingest\/|^schemas\/(database|storage|tables)|^npm:(undici|pg|drizzle-orm|@aws-sdk)|^node:(fs|http|https|http2|net|tls|child_process|worker_threads)\b/,
    // What a source is called, and its forms and parsers, are as pure.
    allowed: [...pureMiddle.map((path) => `^${path}`), "^ingest/sources/(known|description)\\.ts$"],
  },
  stage("evidence", evidenceStage, []),
  stage("filed", filedStage, evidenceStage),
];

/** Files that start something, and so are imported by nobody. Those named in package.json's scripts need no line. */
export const entryFiles: readonly { path: RegExp; reason: string }[] = [
  { path: /^schemas\/tables\/.+\.ts$/, reason: "drizzle-kit reads them for the migrations" },
  { path: /^ingest\/sample\/make\.ts$/, reason: "run by hand to refresh the sample" },
  { path: /^jobs\/tenk\.mjs$/, reason: "the command of the package" },
  {
    path: /^api\/modules\/[^/]+\/personal-data\.ts$/,
    reason: "read by the deletion and the export of accounts",
  },
  {
    path: /^api\/data\/(hash-chain|once)\.ts$/,
    reason: "parts of the data kit that no module takes yet",
  },
];
