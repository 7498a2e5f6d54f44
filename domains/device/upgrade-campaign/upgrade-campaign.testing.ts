import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';

const signedFirmware = async ({ own, builder }: SampleMaker): Promise<string> => {
  const firmwareId = await own('firmware');
  await inSystem(builder.database, (tx) =>
    sql`update firmware set signature = 'AA==', signing_certificate = 'none' where firmware_id = ${firmwareId}`.execute(tx),
  );
  return firmwareId;
};

export const testing = nounTesting({
  name: 'upgradeCampaign',
  rows: {
    level: 'tenant',
    needs: ['firmware'],
    make: async (b, owner) => {
      const { rows } = await inSystem(b.database, (tx) =>
        sql<{
          id: bigint;
        }>`insert into upgrade_campaign (tenant_id, firmware_id, firmware_ver, upgrade_type, start_at, failure_limit_percent, campaign_stat, requested_by_id, create_by)
          values (${b.key('tenant', owner)}, ${b.key('firmware', owner)}, ${markedText(b, owner, 'tenant').slice(0, 32)}, 1, now(), 5, 4, 1, ${markedText(b, owner, 'tenant')})
          returning upgrade_campaign_id as id`.execute(tx),
      );
      return String(rows[0]?.id);
    },
  },
  samples: {
    previewUpgrade: async (maker) => [{ firmwareId: await signedFirmware(maker), cpCodes: await maker.own('pile') }],
    updateFirmware: async (maker) => [
      { firmwareId: await signedFirmware(maker), cpCodes: await maker.builder.make('pile', maker.owner), upgradeType: 1, failureLimitPercent: 5 },
    ],
  },
  refusedHere: {
    approveCampaign: 'This campaign does not await approval',
    cancelCampaign: 'This campaign has ended',
    resumeCampaign: 'This campaign has not halted',
  },
  bench: {
    sql: [
      `insert into upgrade_campaign (upgrade_campaign_id, tenant_id, firmware_id, firmware_ver, upgrade_type, start_at, failure_limit_percent, campaign_stat, requested_by_id, create_time)
        select n, ${TENANT}, n, 'V' || n, 1 + n % 2, ${AT}, 5, n % 5, 1, ${AT} ${rowsOf()}`,
    ],
  },
});
