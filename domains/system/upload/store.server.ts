import type { Readable } from 'node:stream';
import { diskStore } from './disk-store.server.ts';
import { s3Store } from './s3-store.server.ts';
import type { S3Location } from './s3-store.server.ts';

/** A file to be stored. */
export interface FileToStore {
  /** The current path of the file; the store may move it. */
  readonly from: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** Stores the content of files under paths that the database contains. */
export interface FileStore {
  readonly name: 'disk' | 's3';
  readonly put: (path: string, file: FileToStore) => Promise<void>;
  /** Undefined when there is no file with this path. */
  readonly read: (path: string) => Promise<Readable | undefined>;
  readonly remove: (path: string) => Promise<void>;
}

/** The store for new files, and all stores from which files are read, so that files stay readable after the store was changed. */
export interface FileStores {
  readonly into: FileStore;
  readonly all: readonly FileStore[];
}

export const createFileStores = ({ folder, s3 }: { readonly folder: string; readonly s3: S3Location | undefined }): FileStores => {
  const disk = diskStore(folder);
  const bucket = s3 && s3Store(s3);
  return { into: bucket ?? disk, all: bucket ? [bucket, disk] : [disk] };
};
