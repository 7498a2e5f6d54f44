import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client';
import type { FileStore } from './store.server.ts';

/** A bucket of a service that speaks S3. */
export interface S3Location {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket stands in the path, as most services outside Amazon want it; else in the name of the host. */
  readonly pathStyle: boolean;
  /** Stands before every key; empty or ending with a slash. */
  readonly prefix: string;
}

/** What is read ahead of a file while it is sent; larger files go in parts of this size, four of which may be on the way. */
const PART_BYTES = 8 * 1024 * 1024;

/** Files in a bucket. Nothing of them lies in memory as a whole. */
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
