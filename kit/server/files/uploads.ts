import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type {} from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { SPOOLED_BYTES_MAX } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '../refusals.ts';
import type { SpooledFile, UploadedFile } from '../context/route.ts';

/** The content of a multipart body. */
export interface Uploads {
  readonly files: readonly UploadedFile[];
  readonly spooled: readonly SpooledFile[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** Deletes the files that no handler has moved away. */
  readonly discard: () => Promise<void>;
}
export const noUploads: Uploads = { files: [], spooled: [], fields: {}, discard: async () => undefined };

const MEGABYTE = 1024 * 1024;

/** Reads the files and fields of a multipart body. The files are kept in memory, or written to disk as they arrive. */
export const readUploads = async (request: FastifyRequest, endpoint: Endpoint, folder: string = tmpdir()): Promise<Uploads> => {
  if (!endpoint.upload || endpoint.upload === 'stream') return noUploads;
  if (!request.isMultipart()) throwRefusal(kitRefusals, 'noFile');
  const files: UploadedFile[] = [];
  const fields: [string, unknown][] = [];
  const spool = createSpool(folder);
  const isSpooled = endpoint.upload === 'spooled';
  try {
    for await (const part of request.parts(isSpooled ? { limits: { fileSize: SPOOLED_BYTES_MAX } } : {})) {
      if (part.type !== 'file') fields.push([part.fieldname, part.value]);
      else if (isSpooled) await spool.store(part.file, { field: part.fieldname, name: part.filename, contentType: part.mimetype });
      else files.push({ field: part.fieldname, name: part.filename, contentType: part.mimetype, bytes: await part.toBuffer() });
    }
  } catch (error) {
    await spool.discard();
    if (isSpooled && isTooLarge(error)) throwRefusal(kitRefusals, 'tooLarge', { max: SPOOLED_BYTES_MAX / MEGABYTE }, { status: 413 });
    // An exceeded limit carries its own status; any other error means that the body is aborted or invalid.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throwRefusal(kitRefusals, 'badJson', {}, { status: 400 });
  }
  return { files, spooled: spool.files, fields: Object.fromEntries(fields), discard: spool.discard };
};

/** The body of a request, or the first file of a form. It is not read before the caller reads it. */
export const readBody = async (request: FastifyRequest): Promise<Readable> => {
  if (!request.isMultipart()) return request.raw;
  const part = await request.file({ limits: { fileSize: SPOOLED_BYTES_MAX } });
  return part?.file ?? throwRefusal(kitRefusals, 'noFile');
};

/** Lets bodies of every type through to `readBody`, except forms, whose parser stays. */
export const leaveBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof TooLarge || (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE');
class TooLarge extends Error {}

/** Writes files under generated names, with one limit for the whole request. */
const createSpool = (folder: string) => {
  const files: SpooledFile[] = [];
  const paths: string[] = [];
  let bytes = 0;
  return {
    files,
    store: async (source: Readable, part: Pick<SpooledFile, 'field' | 'name' | 'contentType'>): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const filePath = path.join(folder, `upload-${randomBytes(12).toString('hex')}`);
      paths.push(filePath);
      const digest = createHash('sha256');
      let sizeBytes = 0;
      const meter = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          digest.update(chunk);
          sizeBytes += chunk.length;
          bytes += chunk.length;
          done(bytes > SPOOLED_BYTES_MAX ? new TooLarge() : null, chunk);
        },
      });
      await pipeline(source, meter, createWriteStream(filePath, { flags: 'wx', mode: 0o600 }));
      files.push({ ...part, path: filePath, sizeBytes, sha256: digest.digest('hex') });
    },
    discard: async (): Promise<void> => {
      await Promise.all(paths.map((filePath) => rm(filePath, { force: true })));
    },
  };
};
