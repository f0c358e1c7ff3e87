/** A setting that cannot be used, in one sentence. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
