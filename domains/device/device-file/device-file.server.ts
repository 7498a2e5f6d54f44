import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { FileDeps } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { reportUpgrade } from '../upgrade-record/report-upgrade.server.ts';
import type { firmwareStorage } from '../firmware/firmware.ts';
import { readFirmware } from '../firmware/stored-file.server.ts';
import { digestOf } from './address.server.ts';
import { deviceFileApi } from './device-file.ts';

/** A pile may begin its download again so often. */
const REQUESTS_MAX = 20;

interface AddressedFile {
  readonly upgradeId: string;
  readonly firmwareUrl: string;
  readonly storage: CodeValue<typeof firmwareStorage>;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export const deviceFileRoutes = ({ database, clock, stores }: FileDeps): readonly Route[] =>
  implement(deviceFileApi, {
    fetch: async (_ctx, { token }) => {
      const digest = digestOf(token);
      const file = await inSystem(database, (tx) => openAddress(tx, digest, clock()));
      const content = file && (await readFirmware(stores, file));
      if (!file || !content) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      const onSent = () => inSystem(database, (tx) => closeAddress(tx, { digest, upgradeId: file.upgradeId, now: clock() }));
      return { name: 'firmware.bin', contentType: 'application/octet-stream', sizeBytes: file.sizeBytes, body: provenContent(content, file, onSent) };
    },
  });

/** The file of a valid address. */
const openAddress = async (tx: Tx, digest: Buffer, now: Date): Promise<AddressedFile | undefined> => {
  const { rows } = await sql<Omit<AddressedFile, 'upgradeId'> & { readonly upgradeId: bigint }>`with used as (
      update device_file_address set request_count = request_count + 1
      where token_digest = ${digest} and expires_at > ${now} and completed_at is null and request_count < ${REQUESTS_MAX} returning upgrade_id)
    select used.upgrade_id, f.firmware_url, f.storage, f.size_bytes, f.sha256 from used join upgrade_record r using (upgrade_id) join firmware f using (firmware_id)`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return undefined;
  const upgradeId = String(row.upgradeId);
  await reportUpgrade(tx, { upgradeId }, { report: { kind: 'progress', status: 'downloading' }, now });
  return { ...row, upgradeId };
};

const closeAddress = async (tx: Tx, { digest, upgradeId, now }: { readonly digest: Buffer; readonly upgradeId: string; readonly now: Date }) => {
  await sql`update device_file_address set completed_at = ${now} where token_digest = ${digest}`.execute(tx);
  await reportUpgrade(tx, { upgradeId }, { report: { kind: 'progress', status: 'downloaded' }, now });
};

/** The content, of which the last part is withheld when its digest is not the stored one: a file that was changed in its store is never sent whole. */
async function* provenContent(
  content: Readable,
  { sha256 }: Pick<AddressedFile, 'sha256'>,
  onSent: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let withheld: Uint8Array | undefined;
  for await (const chunk of content) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stored file is read as bytes');
    digest.update(chunk);
    if (withheld) yield withheld;
    withheld = chunk;
  }
  if (digest.digest('hex') !== sha256) throw new Error('a stored firmware has another digest than it had when it was uploaded');
  if (withheld) yield withheld;
  await onSent();
}
