import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { FileDeps } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Handler, Route } from '#kit/server/context/route.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { reportUpgrade } from '../upgrade-record/report-upgrade.server.ts';
import type { firmwareStorage } from '../firmware/firmware.ts';
import { readFirmware } from '../firmware/stored-file.server.ts';
import { closeAddress, digestOf, countRequest } from './address.server.ts';
import { deviceFileApi } from './device-file.ts';
import { takeLog } from './take-log.server.ts';

export interface DeviceFileDeps extends FileDeps {
  /** The folder for uploads that are being received. */
  readonly spoolFolder: string;
}

export const deviceFileRoutes = (deps: DeviceFileDeps): readonly Route[] => {
  const store: Handler<typeof deviceFileApi.store> = async (ctx, { token }, { body }) => {
    await takeLog(deps, { token, name: '', body });
    return ctx.say(kitWords.added);
  };
  return implement(deviceFileApi, {
    fetch: async (_ctx, { token }) => {
      const { database, clock, stores } = deps;
      const digest = digestOf(token);
      const file = await inSystem(database, (tx) => openDownload(tx, digest, clock()));
      const content = file && (await readFirmware(stores, file));
      if (!file || !content) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      const onSent = () => inSystem(database, (tx) => closeDownload(tx, { digest, upgradeId: file.upgradeId, now: clock() }));
      return { name: 'firmware.bin', contentType: 'application/octet-stream', sizeBytes: file.sizeBytes, body: provenContent(content, file, onSent) };
    },
    store,
    storeNamed: async (ctx, { token, fileName }, { body }) => {
      await takeLog(deps, { token, name: fileName, body });
      return ctx.say(kitWords.added);
    },
  });
};

interface AddressedFile {
  readonly upgradeId: string;
  readonly firmwareUrl: string;
  readonly storage: CodeValue<typeof firmwareStorage>;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The firmware behind a valid address. */
const openDownload = async (tx: Tx, digest: Buffer, now: Date): Promise<AddressedFile | undefined> => {
  const address = await countRequest(tx, { digest, now });
  if (!address || address.upgradeId === null) return undefined;
  const { upgradeId } = address;
  const { rows } = await sql<Omit<AddressedFile, 'upgradeId'>>`select f.firmware_url, f.storage, f.size_bytes, f.sha256
    from upgrade_record r join firmware f using (firmware_id) where r.upgrade_id = ${upgradeId}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  await reportUpgrade(tx, { upgradeId }, { report: { kind: 'progress', status: 'downloading' }, now });
  return { ...row, upgradeId };
};

const closeDownload = async (tx: Tx, { digest, upgradeId, now }: { readonly digest: Buffer; readonly upgradeId: string; readonly now: Date }) => {
  await closeAddress(tx, { digest, now });
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
