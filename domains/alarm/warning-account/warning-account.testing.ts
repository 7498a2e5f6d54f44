import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { digits, markedText, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { warningAccountApi } from './warning-account.ts';

const BENCH_ACCOUNTS = 20_000;

export const testing = nounTesting({
  name: 'warningAccount',
  rows: rowsByAdding('station', { add: warningAccountApi.add, key: 'warningAccountId' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    stationId: b.key('station', owner),
    warningAccountName: markedText(b, owner, 'station'),
    warningAccountType: 1,
    areaCode: '86',
    warningAccount: `139${digits(b, 8)}`,
    warningLang: 'zh_CN',
    minLevel: 3,
    delayMin: 0,
    passesMajor: 0,
  })),
  refusedHere: {
    sendTest: 'No service for this type is configured',
    confirmTest: 'The code is wrong or too old',
  },
  samples: { confirmTest: async ({ own }) => [{ warningAccountId: await own('warningAccount'), testCode: '123456' }] },
  namesNoRow: ['testCode'],
  bench: {
    rows: BENCH_ACCOUNTS,
    sql: [
      `insert into warning_account (tenant_id, agent_id, station_id, warning_account_name, warning_account_type, area_code, warning_account, address_hash, warning_lang, create_time)
        select ${TENANT}, ${AGENT}, n, 'Account ' || n, 1, '86', '139' || lpad(n::text, 8, '0'), n, 'zh_CN', ${AT} ${rowsOf(BENCH_ACCOUNTS)}`,
    ],
  },
});
