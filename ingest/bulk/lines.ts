import { StringDecoder } from "node:string_decoder";
import { ParseError } from "../errors.ts";

const lineLengthMax = 1_000_000;

/** Lines of a UTF-8 text that comes in pieces, without their ends (LF or CRLF). Throws ParseError for an endless one. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + decoder.write(piece)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > lineLengthMax)
      throw new ParseError("a line is longer than a million characters");
    yield lines.map(withoutReturn);
  }
  rest += decoder.end();
  if (rest !== "") yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
