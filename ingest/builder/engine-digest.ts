import { createHash } from "node:crypto";
import jsTokens from "js-tokens";
import { parseSource, type SourceFile } from "./engine-sources.ts";

export interface EngineDigest {
  /** SHA-256 in hex. */
  digest: string;
  /** The files that it covers, by their paths from the root, sorted. */
  files: string[];
}

const ignoredTokens: ReadonlySet<string> = new Set([
  "WhiteSpace",
  "LineTerminatorSequence",
  "SingleLineComment",
  "MultiLineComment",
]);

/**
 * The digest of what the entry files and all that they import compute. It depends on the code alone: comments, layout,
 * names and places of files, and the order of imports do not count. `read` gives a file by its path from the root.
 */
export function digestEngine(
  entries: readonly string[],
  read: (path: string) => string,
): EngineDigest {
  const digests = new Map<string, string>();
  const digestOf = (path: string): string => {
    const digest = digests.get(path) ?? sha256(contentOf(path, read(path), digestOf));
    digests.set(path, digest);
    return digest;
  };
  const digest = sha256(entries.map(digestOf));
  return { digest, files: [...digests.keys()].sort() };
}

/** An import counts by the digest of the file that it names, so a moved file changes nothing. */
function contentOf(path: string, code: string, digestOf: (path: string) => string): string[] {
  if (path.endsWith(".json")) return [JSON.stringify(JSON.parse(code))];
  const source = parseSource(path, code);
  return [...importsOf(source, digestOf), "", ...tokensOf(source.body)];
}

const importsOf = ({ imports }: SourceFile, digestOf: (path: string) => string): string[] =>
  imports
    .map(({ clause, specifier, target }) => {
      return [...tokensOf(clause), target === null ? specifier : digestOf(target)].join(" ");
    })
    .sort();

function tokensOf(code: string): string[] {
  const tokens: string[] = [];
  for (const { type, value } of jsTokens(code)) if (!ignoredTokens.has(type)) tokens.push(value);
  return tokens;
}

const sha256 = (parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex");
