import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { logStat } from '../pile-log/pile-log.codes.ts';
import { pileLogTopic, reportLog } from '../pile-log/report-log.server.ts';
import { closeAddress, digestOf, countRequest } from './address.server.ts';
import type { DeviceFileDeps } from './device-file.server.ts';

const MEGABYTE = 1024 * 1024;
export const LOG_BYTES_MAX = 20 * MEGABYTE;
const NAME_LENGTH_MAX = 100;

export interface SentLog {
  readonly token: string;
  /** The name that the pile gives; empty when it gives none. */
  readonly name: string;
  readonly body: () => Promise<Readable>;
}

/** Receives the log of a pile. The address is checked before anything of the body is read. */
export const takeLog = async ({ database, clock, stores, spoolFolder }: DeviceFileDeps, { token, name, body }: SentLog): Promise<void> => {
  const digest = digestOf(token);
  const address = await inSystem(database, async (tx) => {
    const used = await countRequest(tx, { digest, now: clock() });
    if (used?.pileLogId) await reportLog(tx, { pileLogId: used.pileLogId }, { report: { kind: 'uploading' }, now: clock() });
    return used;
  });
  if (!address || address.pileLogId === null) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const { cpCode, pileLogId } = address;
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
  const spoolPath = path.join(spoolFolder, `upload-${randomBytes(12).toString('hex')}`);
  try {
    const { sizeBytes, sha256 } = await spool(await body(), spoolPath);
    const day = clock().toISOString().slice(0, 10).replaceAll('-', '');
    const filePath = `pileLog/${day}/${randomBytes(16).toString('hex')}.log`;
    await stores.into.put(filePath, { from: spoolPath, contentType: 'application/octet-stream', sizeBytes });
    const isFirst = await inSystem(database, async (tx) => {
      if (!(await closeAddress(tx, { digest, now: clock() }))) return false;
      const { numAffectedRows } =
        await sql`update pile_log set log_stat = ${received}, file_name = ${nameOf(name) || `${cpCode}-${day}.log`}, size_bytes = ${sizeBytes}, sha256 = ${sha256},
        file_path = ${filePath}, store = ${stores.into.name}, received_at = ${clock()}, update_time = ${clock()}, version = version + 1
        where pile_log_id = ${pileLogId} and log_stat < ${received}`.execute(tx);
      tx.wake(pileLogTopic);
      return numAffectedRows === 1n;
    });
    // Another upload of the same log was first, or the log has failed meanwhile.
    if (!isFirst) await stores.into.remove(filePath);
  } finally {
    await rm(spoolPath, { force: true });
  }
};

const { received } = valuesOf(logStat);

const spool = async (source: Readable, target: string): Promise<{ readonly sizeBytes: number; readonly sha256: string }> => {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  const meter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sizeBytes += chunk.length;
      digest.update(chunk);
      done(sizeBytes > LOG_BYTES_MAX ? new TooLarge() : null, chunk);
    },
  });
  try {
    // The request is not destroyed with the pipeline, so that a refusal can still be answered.
    await pipeline(source.iterator({ destroyOnReturn: false }), meter, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (error instanceof TooLarge) throwRefusal(kitRefusals, 'tooLarge', { max: LOG_BYTES_MAX / MEGABYTE }, { status: 413 });
    throw error;
  }
  return { sizeBytes, sha256: digest.digest('hex') };
};

class TooLarge extends Error {}

/** The last part of a path, without characters that a file name cannot have. */
const nameOf = (given: string): string => (given.split(/[/\\]/).at(-1) ?? '').replaceAll(/[^\w.\-() ]/g, '').slice(-NAME_LENGTH_MAX);
