import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { createDeviceHandlers, createPileDirectory } from '#domains/device/server.ts';
import type { DeviceHandlers } from '#domains/device/server.ts';
import { accounts, openAccounts, post } from '#domains/money/server.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { createChargingDeviceHandlers, startChargingWorker } from '../server.ts';
import type { ChargingDeviceHandlers } from '../server.ts';
import { zones } from './scenario.fixture.ts';

/** Runs statements as the superuser, past row security. */
export type Query = <R extends object>(text: string, values?: readonly unknown[]) => Promise<R[]>;

/** The device handlers of the domains on a real database, with a clock that only the test advances. */
export interface DisorderTestbed {
  readonly clock: { ms: number };
  readonly charging: ChargingDeviceHandlers;
  readonly device: DeviceHandlers;
  readonly database: Database;
  readonly query: Query;
  /** Settles and ticks everything that is due now. */
  runDueWork(): Promise<void>;
  close(): Promise<void>;
}

export const startDisorderTestbed = async (database: Database, query: Query): Promise<DisorderTestbed> => {
  const clock = { ms: 0 };
  const hub = createHub();
  const deps: Deps = {
    database,
    registry: createRegistry([]),
    bus: database.bus,
    live: hub,
    clock: () => new Date(clock.ms),
    log: pino({ level: 'error' }),
    secrets: createSecrets([randomBytes(32)]),
    node: 'arena',
  };
  await ensureDays(database);
  await insertStationsAndTariff(query);
  const charging = createChargingDeviceHandlers(deps);
  charging.watchOrderChanges(hub);
  const worker = startChargingWorker(deps);
  return {
    clock,
    charging,
    database,
    query,
    device: createDeviceHandlers(deps, createPileDirectory(database), charging.device),
    runDueWork: () => worker.poll(),
    close: () => worker.stop(),
  };
};

/** Two stations in two time zones with one tariff: a different price each half hour, a discount on the service fee, and a fee by the hour. */
const insertStationsAndTariff = async (query: Query): Promise<void> => {
  await query(`insert into tenant (tenant_id, name) values (1, 'Arena')`);
  await query(`insert into agent (agent_id, tenant_id, agent_name, timezone) values (1, 1, 'Arena', 'Asia/Shanghai')`);
  for (const [id, zone] of Object.entries(zones))
    await query(`insert into station (station_id, tenant_id, agent_id, station_name, timezone) values ($1, 1, 1, $2, $2)`, [id, zone]);
  await query(`insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, 1, 'Arena', 'RRARENA', 1)`);
  await query(`insert into rate_rule_month (rate_rule_month_id, tenant_id, rate_rule_id, star_month_time, rate_type, bill_mode)
    select month * 10 + type, 1, 1, month, type, case type when 3 then 2 else 1 end from generate_series(1, 12) month, generate_series(1, 3) type`);
  await query(`insert into rate_rule_period select rate_rule_month_id, 1, slot, 1 + slot % 4, case rate_rule_month_id % 10 when 2 then 90 else 100 end,
    20000 + slot * 1370 + rate_rule_month_id * 11 from rate_rule_month, generate_series(0, 47) slot`);
};

export interface PileWithCard {
  readonly cpCode: string;
  readonly card: string;
}

/** Adds piles of one gun, each with a card that has this balance. */
export const addPilesWithCards = async (
  { query, database }: DisorderTestbed,
  requests: readonly { readonly actor: PileWithCard; readonly station: number; readonly protocol: 1 | 2; readonly walletCents: number }[],
): Promise<void> => {
  const column = <V>(pick: (request: (typeof requests)[number]) => V): V[] => requests.map(pick);
  const piles = column((request) => request.actor.cpCode);
  await query(
    `insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id)
    select code, 1, 1, station, code, 1, protocol, 1, 1200, 1, 6, 1 from unnest($1::text[], $2::int[], $3::int[]) t (code, station, protocol)`,
    [piles, column((request) => request.station), column((one) => one.protocol)],
  );
  for (const table of ['pile_state', 'gun', 'gun_live'])
    await query(
      `insert into ${table} (tenant_id, agent_id, station_id, cp_code ${table === 'pile_state' ? '' : ', gun_number'}) select 1, 1, station_id, cp_code ${table === 'pile_state' ? '' : ', 1'} from pile where cp_code = any($1::text[])`,
      [piles],
    );
  const cards = await query<{ id: bigint; no: string }>(
    `insert into ic_card (tenant_id, ic_card_no, currency) select 1, no, 'CNY' from unnest($1::text[]) no returning ic_card_id as id, ic_card_no as no`,
    [column((request) => request.actor.card)],
  );
  const idOf = new Map(cards.map(({ id, no }) => [no, id]));
  await inSystem(database, async (tx) => {
    for (const { actor, walletCents } of requests) {
      const [wallet = 0n, cash = 0n] = await openAccounts(tx, books, [accounts.wallet(`card:${idOf.get(actor.card)}`), accounts.cash()]);
      const lines = [{ debit: cash, credit: wallet, amountCents: BigInt(walletCents) }];
      await post(tx, books, { kind: 'recharge', source: { type: 'arena', id: actor.card }, lines });
    }
  });
};

const books = { tenantId: 1n, currency: 'CNY', actor: 'arena' };
