import { sql } from 'kysely';
import type { RecordReport } from '#engines/protocol/device.ts';
import { accountType, v10Record } from '#engines/protocol/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { maskOf } from '#kit/fields/personal.ts';
import type { PileScope } from '../pile-directory.server.ts';
import type { ReceivedEvent } from '../report/unchanged-reports.server.ts';

export type ReceivedRecord = ReceivedEvent<RecordReport> & { readonly scope: PileScope };

/** The account of a phone user is the number of a person, which the pages show to everybody masked. */
const withMaskedPhone = ({ account, ...values }: RecordReport['values']): RecordReport['values'] => ({
  ...values,
  ...(account !== undefined && {
    account: values['accountType'] === accountType.phoneUser && typeof account === 'string' ? maskOf('phone', account) : account,
  }),
});

/** A pile repeats a status report for less than a minute, and any other record until it is acknowledged. */
const STATUS_REPEATED_MS = 3_600_000;

/** Stores records as they arrived. A record that the pile repeats, and one of an older session, is stored no second time. */
export const storeRecords = (database: Database, records: readonly ReceivedRecord[]): Promise<readonly undefined[]> =>
  inSystem(database, async (tx) => {
    for (const isStatus of [true, false]) {
      const some = records.filter(({ event }) => (event.record === v10Record.status) === isStatus);
      if (some.length === 0) continue;
      const column = <V>(pick: (record: ReceivedRecord) => V): readonly V[] => some.map(pick);
      const earliest = Math.min(...column(({ receivedMs }) => receivedMs));
      await sql`insert into v10_record (tenant_id, agent_id, station_id, cp_code, gun_number, record_type, charging_order_no, record_time, from_store, digest, content, create_time)
        select distinct on (told.code, told.at, told.digest) told.tenant, told.agent, told.station, told.code, told.gun, told.type, told.order_no, told.at, told.stored, told.digest, told.content, told.received
        from unnest(${column(({ scope }) => scope.tenantId)}::int8[], ${column(({ scope }) => scope.agentId)}::int8[], ${column(({ scope }) => scope.stationId)}::int8[],
            ${column(({ pile }) => pile.cpCode)}::text[], ${column(({ pile }) => pile.epoch)}::int8[], ${column(({ event }) => event.gunNumber)}::int[],
            ${column(({ event }) => event.record)}::int2[], ${column(({ event }) => event.chargingOrderNo ?? null)}::text[],
            ${column(({ event }) => new Date(event.atMs))}::timestamptz[], ${column(({ event }) => (event.fromStore ? 1 : 0))}::int2[],
            ${column(({ event }) => event.digest)}::text[], ${column(({ event }) => JSON.stringify(withMaskedPhone(event.values)))}::jsonb[],
            ${column(({ receivedMs }) => new Date(receivedMs))}::timestamptz[])
          as told (tenant, agent, station, code, epoch, gun, type, order_no, at, stored, digest, content, received)
          join pile_state s on s.cp_code = told.code and s.epoch = told.epoch
        where not exists (select from v10_record r where r.cp_code = told.code and r.record_time = told.at and r.digest = told.digest
          and r.create_time > ${new Date(isStatus ? earliest - STATUS_REPEATED_MS : 0)})
        order by told.code, told.at, told.digest, told.received`.execute(tx);
    }
    return records.map(() => undefined);
  });
