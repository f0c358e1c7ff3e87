import { findViolations } from "./find-violations.ts";
import { productCode, scriptEntries } from "./project-files.ts";

/** `npm run imports`: prints every import that breaks a rule, with the sentence that says why. */
const sources = productCode();
const violations = findViolations(sources, scriptEntries());

for (const { rule, sentence, where } of violations) {
  process.stdout.write(`${where}\n  ${rule}: ${sentence}\n`);
}
process.stdout.write(`${sources.size} files, ${violations.length} broken import rules\n`);
process.exitCode = violations.length > 0 ? 1 : 0;
