import packageJson from "../package.json" with { type: "json" };

/** The one version of this program: of the package, the API's description and the tools for agents. */
export const { version } = packageJson;
