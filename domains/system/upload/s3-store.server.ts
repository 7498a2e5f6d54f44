import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import type { FileStore } from './store.server.ts';

/** A bucket of an S3-compatible service. */
export interface S3Location {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket is part of the path, as most services other than Amazon require; otherwise part of the host name. */
  readonly pathStyle: boolean;
  /** The prefix of every key; empty or ending with a slash. */
  readonly prefix: string;
}

/** The amount that is buffered of a file during an upload. Larger files are sent in parts of this size, up to four at a time. */
const PART_BYTES = 8 * 1024 * 1024;

/** Stores files in a bucket. No file is completely in memory. */
export const s3Store = ({ endpoint, region, bucket, accessKeyId, secretAccessKey, pathStyle, prefix }: S3Location): FileStore => {
  const client = new S3Client({ endPoint: endpoint, region, bucket, accessKey: accessKeyId, secretKey: secretAccessKey, pathStyle });
  return {
    name: 's3',
    put: async (path, { from, contentType, sizeBytes }) => {
      const source = Readable.toWeb(createReadStream(from));
      await client.putObject(prefix + path, source, { size: sizeBytes, partSize: PART_BYTES, metadata: { 'Content-Type': contentType } });
    },
    read: async (path) => {
      try {
        const { body } = await client.getObject(prefix + path);
        return body ? Readable.fromWeb(body) : undefined;
      } catch (error) {
        if (error instanceof S3Errors.ServerError && error.statusCode === 404) return undefined;
        throw error;
      }
    },
    remove: (path) => client.deleteObject(prefix + path),
  };
};
