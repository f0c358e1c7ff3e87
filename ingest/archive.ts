import { openFolderArchive } from "./archive/folder.ts";
import { openS3Archive } from "./archive/s3.ts";
import type { Archive } from "./archive/store.ts";

export type { Archive };

/** Opens the archive at a folder path or at `s3://bucket/prefix`. Nothing is read or written before first use. */
export function openArchive(archiveUrl: string): Archive {
  return archiveUrl.startsWith("s3://") ? openS3Archive(archiveUrl) : openFolderArchive(archiveUrl);
}
