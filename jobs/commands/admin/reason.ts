import { InvalidArgumentError, Option } from "commander";
import { commandLine, type Operator, reasonText } from "#api/modules/audit-log/service.ts";

/** The option for why an operator acts. It has the bounds of the API's `reason`. */
export const reasonOption = (): Option =>
  new Option("--reason <text>", "why, for the audit log: up to 500 characters").argParser(read);

/** What an act is told of its operator at the command line. */
export const because = ({ reason }: { reason?: string | undefined }): Operator => ({
  ...commandLine,
  reason,
});

function read(text: string): string {
  const { data, error } = reasonText.safeParse(text);
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw new InvalidArgumentError(
    text.trim() === "" ? "A reason must not be empty." : `${issue?.message}.`,
  );
}
