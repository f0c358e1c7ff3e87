import { createInterface } from "node:readline/promises";

/**
 * Questions that are typed or sent, each ended by a semicolon at the end of a line, the last one by the end too. On a
 * terminal there is a prompt, an empty line ends a question as well, and `quit` or Ctrl-D the asking. Lines that are
 * sent have no prompt.
 */
export async function* questionsFrom(
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  prompts: NodeJS.WritableStream,
): AsyncGenerator<string> {
  const isTyped = input.isTTY === true;
  const lines = createInterface({ input, ...(isTyped ? { output: prompts } : {}) });
  let isOpen = true;
  lines.once("close", () => {
    isOpen = false;
  });
  let question = "";
  const prompt = () => {
    // The input may end while a question is answered.
    if (!isTyped || !isOpen) return;
    lines.setPrompt(question === "" ? "tenk> " : "  ... ");
    lines.prompt();
  };
  if (isTyped) prompts.write("Questions in SQL, each ended by ; or an empty line. quit ends.\n");
  prompt();
  for await (const line of lines) {
    if (isTyped && question === "" && isQuit(line)) break;
    question += `${line}\n`;
    const isComment = /^\s*--/.test(line);
    const isEnded = isTyped && line.trim() === "";
    if (isEnded || (!isComment && line.trimEnd().endsWith(";"))) {
      if (isAsked(question)) yield question;
      question = "";
    }
    prompt();
  }
  lines.close();
  if (isAsked(question)) yield question;
}

/** "quit" or "exit", as people end prompts. */
const isQuit = (line: string) => /^(quit|exit) ?;?$/i.test(line.trim());

const isAsked = (question: string) => /[^\s;]/.test(question);
