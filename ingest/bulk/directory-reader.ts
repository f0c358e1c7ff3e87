import { readSync } from "node:fs";
import { RandomAccessReader } from "yauzl";

const windowBytes = 64 * 1024;

/**
 * Reads an open archive for yauzl through a small window: a directory is a million records of a hundred bytes,
 * and asking the system for each of them takes minutes. Closing is left to whoever opened the file.
 */
export class DirectoryReader extends RandomAccessReader {
  readonly #fd: number;
  readonly #window = Buffer.allocUnsafe(windowBytes);
  #start = 0;
  #end = 0;

  constructor(fd: number) {
    super();
    this.#fd = fd;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead: number) => void,
  ): void {
    let done = 0;
    try {
      while (done < length) {
        const copied = this.#copy(buffer, offset + done, length - done, position + done);
        if (copied === 0) break;
        done += copied;
      }
    } catch (error) {
      callback(error as Error, done);
      return;
    }
    callback(null, done);
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  /** As many bytes as the window has from this position on, after moving it there if it has none; 0 at the end. */
  #copy(buffer: Buffer, offset: number, length: number, position: number): number {
    if (position < this.#start || position >= this.#end) {
      this.#end = 0;
      const bytesRead = readSync(this.#fd, this.#window, 0, windowBytes, position);
      this.#start = position;
      this.#end = position + bytesRead;
    }
    const from = position - this.#start;
    const to = Math.min(from + length, this.#end - this.#start);
    return this.#window.copy(buffer, offset, from, to);
  }
}
