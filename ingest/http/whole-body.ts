import type { DocumentFormat } from "./kinds.ts";

/** Watches a body go by and says at its end whether it can be the whole of a document of its format. */
export interface BodyWatch {
  push(chunk: Buffer): void;
  /** Null when nothing speaks against it; "wrong_content" when it is something else, "truncated" when its end is missing. */
  problem(): "wrong_content" | "truncated" | null;
}

export function watchBody(format: DocumentFormat): BodyWatch {
  return watches[format]();
}

const watches: Record<DocumentFormat, () => BodyWatch> = {
  json: watchJson,
  xml: () => watchMarkup((root) => root !== "html"),
  html: () => watchMarkup((root) => root === "html"),
  text: watchText,
  zip: watchZip,
};

const quote = 0x22;
const backslash = 0x5c;

/**
 * A JSON object or array is whole when its brackets close outside of strings: every cut leaves one open.
 * Reads each chunk as it arrives, so that a large document never stops the process for long.
 */
function watchJson(): BodyWatch {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let state: "before" | "inside" | "after" | "wrong" = "before";

  const readOutside = (byte: number) => {
    if (byte === quote) inString = true;
    else if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) state = "after";
    }
  };
  const readString = (byte: number) => {
    if (isEscaped) isEscaped = false;
    else if (byte === backslash) isEscaped = true;
    else if (byte === quote) inString = false;
  };
  const readAround = (byte: number) => {
    if (isBlank(byte) || (state === "before" && isByteOrderMark(byte))) return;
    if (state === "after" || (byte !== 0x7b && byte !== 0x5b)) {
      state = "wrong";
      return;
    }
    state = "inside";
    depth = 1;
  };

  return {
    push(chunk) {
      for (let i = 0; i < chunk.length; i += 1) {
        const byte = chunk[i] as number;
        if (state === "inside") inString ? readString(byte) : readOutside(byte);
        else readAround(byte);
      }
    },
    problem() {
      if (state === "wrong") return "wrong_content";
      return state === "after" ? null : "truncated";
    },
  };
}

const edgeBytes = 16 * 1024;

/** Markup is whole when it ends with the end of the element it began with. */
function watchMarkup(isWanted: (root: string) => boolean): BodyWatch {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    push(chunk) {
      if (head.length < edgeBytes) {
        head = Buffer.concat([head, chunk.subarray(0, edgeBytes - head.length)]);
      }
      tail = Buffer.concat([tail, chunk]);
      tail = Buffer.from(tail.subarray(Math.max(0, tail.length - edgeBytes)));
    },
    problem() {
      const opening = withoutComments(head).trimStart();
      if (opening === "") return "truncated";
      const root = /^[^<]{0,3}<(?:[?!][^>]*>\s*<)*([A-Za-z_][\w.:-]*)/.exec(opening)?.[1];
      if (root === undefined || !isWanted(root.toLowerCase())) return "wrong_content";
      const closing = withoutComments(tail);
      const end = closing.lastIndexOf(`</${root}`);
      const rest = end < 0 ? "" : closing.slice(end + root.length + 2).trim();
      return rest === ">" ? null : "truncated";
    },
  };
}

function withoutComments(edge: Buffer): string {
  return edge.toString("latin1").replace(/<!--[\s\S]*?-->/g, "");
}

const zipEndSignature = Buffer.from("PK\x05\x06");
/** The record that ends an archive, with the longest comment that it may have. */
const zipEndBytesMax = 22 + 65_535;

/** An archive is whole when the record that ends it is there. */
function watchZip(): BodyWatch {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  return {
    push(chunk) {
      if (head.length < 2) head = Buffer.concat([head, chunk.subarray(0, 2)]);
      tail = Buffer.concat([tail, chunk]);
      if (tail.length > zipEndBytesMax) tail = Buffer.from(tail.subarray(-zipEndBytesMax));
    },
    problem() {
      if (head.length === 0) return "truncated";
      if (head.toString("latin1") !== "PK") return "wrong_content";
      return tail.includes(zipEndSignature) ? null : "truncated";
    },
  };
}

/** Plain text has no end of its own: only markup in its place and nothing at all are noticed. */
function watchText(): BodyWatch {
  let first: number | null = null;
  return {
    push(chunk) {
      for (let i = 0; first === null && i < chunk.length; i += 1) {
        const byte = chunk[i] as number;
        if (!isBlank(byte) && !isByteOrderMark(byte)) first = byte;
      }
    },
    problem() {
      if (first === null) return "truncated";
      return first === 0x3c ? "wrong_content" : null;
    },
  };
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function isByteOrderMark(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}
