import type { Readable } from 'node:stream';

/** As much of a body that is too long is received and dropped, so that its sender gets an answer; what does not end is cut off. */
const RECEIVED_MAX_BYTES = 1024 * 1024;

/** The body of a call from outside as UTF-8, for a signature over its bytes; undefined when it is longer than `maxBytes`. */
export const bodyText = async (body: Readable, maxBytes: number): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a body is read as bytes');
    size += chunk.length;
    if (size > RECEIVED_MAX_BYTES) break;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks).toString('utf8');
};
