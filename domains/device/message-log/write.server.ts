import { from as copyFrom } from 'pg-copy-streams';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FrameRecord } from '#engines/protocol/device-backend.ts';
import type { Database } from '#kit/db/index.ts';
import type { PileDirectory, PileScope } from '../pile-directory.server.ts';

/** The scope of frames whose pile code belongs to no pile: the platform's. */
const platformScope: Omit<PileScope, 'cpCode'> = { tenantId: '0', agentId: '0', stationId: '0' };
const columns = 'at, tenant_id, agent_id, station_id, cp_code, epoch, protocol, direction, msg_type, sequence, raw, plain_body, summary';

/** Days before and after today that are sure to have a partition of their own. */
const DAYS_PREPARED = 1;
const DAY_MS = 86_400_000;
const OTHER_DAYS = 'message_log_other';

/** Writes a batch of frames with COPY, the fastest way, directly into the partitions of their days. */
export const writeFrames = async (database: Database, directory: PileDirectory, batch: readonly FrameRecord[]): Promise<void> => {
  const scopes = await directory.scopesOf(batch.map((frame) => frame.cpCode));
  const days = new Map<number, string>();
  for (const frame of batch) {
    const day = Math.floor(frame.atMs / DAY_MS);
    days.set(day, (days.get(day) ?? '') + line(frame, scopes.get(frame.cpCode) ?? platformScope));
  }
  for (const [day, text] of days) {
    await copyInto(database, tableOf(day), text).catch((error: unknown) => {
      // A day without a partition of its own goes to the default partition.
      if (!isMissingTable(error)) throw error;
      return copyInto(database, OTHER_DAYS, text);
    });
  }
};

const UNDEFINED_TABLE = '42P01';
const isMissingTable = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE;

/** The partition of a day, which is counted from 1970. */
const tableOf = (day: number): string =>
  Math.abs(day - Math.floor(Date.now() / DAY_MS)) <= DAYS_PREPARED
    ? `message_log_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`
    : OTHER_DAYS;

const copyInto = async (database: Database, table: string, text: string): Promise<void> => {
  const client = await database.systemPool.connect();
  try {
    await pipeline(Readable.from([text]), client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`)));
    client.release();
  } catch (error) {
    // A connection whose COPY failed is in an unknown state, so it is closed.
    client.release(true);
    throw error;
  }
};

const line = (frame: FrameRecord, scope: Omit<PileScope, 'cpCode'>): string =>
  `${[
    new Date(frame.atMs).toISOString(),
    scope.tenantId,
    scope.agentId,
    scope.stationId,
    escaped(frame.cpCode),
    frame.epoch ?? '\\N',
    frame.protocol === 'native' ? 1 : 2,
    frame.direction === 'up' ? 1 : 2,
    escaped(frame.type),
    escaped(frame.sequence),
    escaped(frame.raw),
    frame.plainBody === null ? '\\N' : escaped(frame.plainBody),
    escaped(frame.summary),
  ].join('\t')}\n`;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' };
// PostgreSQL cannot store NUL in a text; a native frame keeps it in its raw hex.
const escaped = (text: string): string => text.replace(/[\\\t\n\r\0]/g, (found) => escapes[found] ?? '');
