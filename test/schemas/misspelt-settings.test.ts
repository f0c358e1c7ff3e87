import { expect, test } from "vitest";
import { settingNames } from "#schemas/config/config.ts";
import { describeMisspelt } from "#schemas/config/misspelt-settings.ts";

test.each([
  ["POTR", "PORT"],
  ["HSOT", "HOST"],
  ["database_url", "DATABASE_URL"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASEURL", "DATABASE_URL"],
  ["DATADIR", "DATA_DIR"],
  ["LOGLEVEL", "LOG_LEVEL"],
  ["COMPANYS", "COMPANIES"],
  ["EDGAR_USERAGENT", "EDGAR_USER_AGENT"],
  ["RATE_LIMIT_ANONYMUS", "RATE_LIMIT_ANONYMOUS"],
  ["SECRET_KYE", "SECRET_KEY"],
  ["TRUSTED_PROXYS", "TRUSTED_PROXIES"],
])("%s is named, with %s as what is meant", (name, meant) => {
  expect(describeMisspelt({ [name]: "x" })).toEqual([
    `${name} is not a setting of Tenk: is ${meant} meant?`,
  ]);
});

test("a variable that begins like ours is named even where no setting is near", () => {
  expect(describeMisspelt({ EDGAR_CONTACT: "ann@example.com" })).toEqual([
    "EDGAR_CONTACT is not a setting of Tenk: docs/settings.md lists them all.",
  ]);
});

test("settings, empty variables and what other programs read are not named", () => {
  const others = [
    ...[
      "PATH",
      "PS1",
      "PS2",
      "HOSTNAME",
      "HOSTTYPE",
      "HOME",
      "TERM",
      "POST",
      "SORT",
      "PORTS",
      "HOSTS",
    ],
    ...["POSTGRES_HOST", "POSTGRES_PORT", "POSTGRES_PASSWORD", "POSTGRES_USER", "POSTGRES_DB"],
    ...[
      "PGHOST",
      "PGPORT",
      "PGUSER",
      "PGDATABASE",
      "PGDATA",
      "DB_HOST",
      "DB_PORT",
      "DATABASE_HOST",
    ],
    ...["DATABASE_PORT", "DATABASE_USER", "DATABASE_NAME", "XDG_DATA_DIRS", "XDG_DATA_HOME"],
    ...["AWS_REGION", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_SECRET_ACCESS_KEY"],
    ...["AUTH_TOKEN", "AUTH_URL", "AUTH_SECRET", "SECRET_KEY_BASE", "API_KEY", "PUBLIC_KEY"],
    ...[
      "KUBERNETES_PORT",
      "KUBERNETES_SERVICE_HOST",
      "TENK_PORT",
      "TENK_SERVICE_PORT",
      "REDIS_URL",
    ],
    ...[
      "LANG",
      "LC_ALL",
      "LOGNAME",
      "MAIL",
      "PWD",
      "OLDPWD",
      "SHLVL",
      "USER",
      "EDITOR",
      "TZ",
      "CI",
    ],
    ...["NODE_ENV", "NODE_OPTIONS", "npm_config_loglevel", "npm_lifecycle_event", "NODE_PATH"],
    ...["HTTP_PROXY", "https_proxy", "no_proxy", "SSH_AUTH_SOCK", "DOCKER_HOST", "COMPOSE_FILE"],
  ];
  const env = Object.fromEntries(others.map((name) => [name, "x"]));
  const settings = Object.fromEntries(settingNames.map((name) => [name, "x"]));

  expect(describeMisspelt({ ...env, ...settings, POTR: "" })).toEqual([]);
});
