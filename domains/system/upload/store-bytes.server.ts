import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStores } from './store.server.ts';

/** Where files of the program go: the stores, and the folder in which they lie before. */
export interface FilePlaces {
  readonly stores: FileStores;
  readonly spoolFolder: string;
}

interface NamedBytes {
  /** The path in the store; the same path again replaces the file. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Stores a file that the program has made. Returns the name of its store. */
export const storeBytes = async ({ stores, spoolFolder }: FilePlaces, { name, contentType, bytes }: NamedBytes): Promise<string> => {
  await mkdir(spoolFolder, { recursive: true });
  const from = path.join(spoolFolder, `upload-${randomBytes(12).toString('hex')}`);
  try {
    await writeFile(from, bytes);
    await stores.into.put(name, { from, contentType, sizeBytes: bytes.byteLength });
  } finally {
    await rm(from, { force: true });
  }
  return stores.into.name;
};
