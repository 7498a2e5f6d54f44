import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { firmwareApi } from './firmware.ts';

const DIGEST = 'ab'.repeat(32);

/** The path of a stored file, without its content. */
const storedFile = async (b: Builder, owner: Owner): Promise<string> => {
  const path = `firmware/20260101/${b.next()}.bin`;
  await inSystem(b.database, (tx) =>
    sql`insert into upload_file (path, tenant_id, user_id, name, content_type, size_bytes, sha256, store)
      values (${path}, ${b.key('tenant', owner)}, 1, 'f.bin', 'application/octet-stream', 9, ${DIGEST}, 'disk')`.execute(tx),
  );
  return path;
};

export const testing = nounTesting({
  name: 'firmware',
  rows: rowsByAdding('tenant', { add: firmwareApi.add, key: 'firmwareId' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    firmwareName: markedText(b, owner, 'tenant'),
    firmwareVer: markedText(b, owner, 'tenant'),
    firmwareUrl: await storedFile(b, owner),
  })),
  samples: {
    sign: async ({ own }) => [{ firmwareId: await own('firmware'), signature: 'AA==', signingCertificate: 'none' }],
  },
  refusedHere: { sign: 'Resource not found' },
  bench: {
    sql: [
      `insert into firmware (firmware_id, tenant_id, firmware_name, firmware_ver, firmware_url, storage, size_bytes, sha256, create_time)
        select n, ${TENANT}, 'Firmware ' || n, 'V' || n, 'firmware/' || n || '.bin', 1 + n % 2, n, '${DIGEST}', ${AT} ${rowsOf()}`,
    ],
  },
});
