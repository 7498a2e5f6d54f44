import type { Readable } from 'node:stream';
import { diskStore } from './disk-store.server.ts';
import { s3Store } from './s3-store.server.ts';
import type { S3Location } from './s3-store.server.ts';

/** A file that is to be stored. */
export interface FileToStore {
  /** Where it lies now; the store may take it away from there. */
  readonly from: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

/** Holds the bytes of files under paths that the database knows. */
export interface FileStore {
  readonly name: 'disk' | 's3';
  readonly put: (path: string, file: FileToStore) => Promise<void>;
  /** Undefined when there is none of this path. */
  readonly read: (path: string) => Promise<Readable | undefined>;
  readonly remove: (path: string) => Promise<void>;
}

/** Where new files go, and all places where files may lie: a system that has moved still reads what it kept before. */
export interface FileStores {
  readonly into: FileStore;
  readonly all: readonly FileStore[];
}

export const createFileStores = ({ folder, s3 }: { readonly folder: string; readonly s3: S3Location | undefined }): FileStores => {
  const disk = diskStore(folder);
  const bucket = s3 && s3Store(s3);
  return { into: bucket ?? disk, all: bucket ? [bucket, disk] : [disk] };
};
