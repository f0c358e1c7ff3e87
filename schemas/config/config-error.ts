/** An invalid setting, described in one sentence. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
