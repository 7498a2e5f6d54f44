import type pg from 'pg';
import { SECRET } from './names.ts';

export interface NetworkOptions {
  readonly piles: number;
  /** `half`: the first half use the native protocol, the others OCPP. */
  readonly protocol: 1 | 2 | 'half';
  /** Funded cards, for the first piles; one for each by default. */
  readonly cards?: number;
  /** The piles are spread over so many stations, ten of an agent; one by default. */
  readonly stations?: number;
  /** `alternate`: every other pile encrypts. */
  readonly encryptionMode?: 0 | 1 | 'alternate';
}

const STATIONS_OF_AGENT = 10;

/**
 * Inserts one tenant, its agents and stations, one rule, and piles of one gun, each with a card that holds 10,000.00, directly into the tables, because the
 * set-up is not measured.
 */
export const insertNetwork = async (sql: pg.Pool, options: NetworkOptions): Promise<void> => {
  const client = await sql.connect();
  const run = (text: string, values: readonly unknown[] = []) => client.query(text, [...values]);
  try {
    await run('begin');
    await run(`select set_config('app.tenants', '*', true)`);
    await run(`insert into tenant (tenant_id, name) values (1, 'Bench')`);
    const stations = options.stations ?? 1;
    await run(
      `insert into agent (agent_id, tenant_id, agent_name, timezone) select n, 1, 'Bench ' || n, 'Asia/Shanghai' from generate_series(1, ceil($1::float8 / $2)::int) n`,
      [stations, STATIONS_OF_AGENT],
    );
    await run(
      `insert into station (station_id, tenant_id, agent_id, station_name, timezone) select n, 1, 1 + (n - 1) / $2::int, 'Bench ' || n, 'Asia/Shanghai' from generate_series(1, $1::int) n`,
      [stations, STATIONS_OF_AGENT],
    );
    await run(`insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, 1, 'Bench', 'RRBENCH', 1)`);
    await run(
      `insert into rate_rule_month (rate_rule_month_id, tenant_id, rate_rule_id, star_month_time, rate_type, bill_mode) select month * 2 + type, 1, 1, month, type, 1 from generate_series(1, 12) month, generate_series(1, 2) type`,
    );
    await run(
      `insert into rate_rule_period select rate_rule_month_id, 1, slot, 1 + slot % 4, 100, 60000 + slot * 1000 from rate_rule_month, generate_series(0, 46, 6) slot`,
    );
    await run(
      `insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id, encryption_mode, encryption_secret)
       select 'B' || lpad(n::text, 6, '0'), 1, s.agent_id, s.station_id, 'Bench ' || n, 1, case when n < $2 then 1 else 2 end, 1, 1200, 1, 6, 1, case $3 when 'alternate' then n % 2 else $3::int end, $4 from generate_series(0, $1::int - 1) n join station s on s.station_id = 1 + n % $5::int`,
      [options.piles, nativeCountOf(options), String(options.encryptionMode ?? 0), SECRET, stations],
    );
    await run(
      `insert into pile_plain (cp_code, tenant_id, agent_id, station_id, addresses, reason, hold_max) select cp_code, 1, agent_id, station_id, '127.0.0.0/8, ::1', 'bench', 1000000 from pile where encryption_mode = 0`,
    );
    await run(`insert into pile_state (cp_code, tenant_id, agent_id, station_id) select cp_code, 1, agent_id, station_id from pile`);
    await run(`insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number) select 1, agent_id, station_id, cp_code, 1 from pile`);
    await run(`insert into gun_live (tenant_id, agent_id, station_id, cp_code, gun_number) select 1, agent_id, station_id, cp_code, 1 from pile`);
    await run(
      `insert into ic_card (ic_card_id, tenant_id, ic_card_no, currency) select n + 1, 1, 'BC' || lpad(n::text, 8, '0'), 'CNY' from generate_series(0, $1::int - 1) n`,
      [options.cards ?? options.piles],
    );
    await run(
      `select ledger.post(1, 'CNY', 'recharge', 'bench', n::text, array[(ledger.open_account(1, 'CNY', 'A', 'cash', false), ledger.open_account(1, 'CNY', 'L', 'wallet:card:' || (n + 1), true, 0), 1000000, null, null)::ledger.line], 'bench')
      from generate_series(0, $1::int - 1) n`,
      [options.cards ?? options.piles],
    );
    await run('commit');
    await run('analyze');
  } finally {
    client.release();
  }
};

/** How many piles, from the first on, are native. */
const nativeCountOf = ({ piles, protocol }: NetworkOptions): number => (protocol === 1 ? piles : protocol === 2 ? 0 : Math.ceil(piles / 2));
