import type pg from 'pg';

/** Rows of each noun: half of them the first tenant's, so that its lists are long, the others spread over as many tenants. */
const ROWS = 100_000;

/** Nouns of which nobody has many. */
const FEW: Readonly<Record<string, number>> = {
  sys_role: 1_000,
  sys_depart: 2_000,
  sys_depart_role: 2_000,
  sys_position: 2_000,
  sys_session: 5_000,
  sys_job: 100,
  sys_permission: 100,
  sys_role_group: 2_000,
  sys_dict: 2_000,
  sys_dict_item: 20_000,
  sys_category: 2_000,
  sys_check_rule: 1_000,
  sys_message: 20_000,
  sys_announcement: 20_000,
};

/** Whose row n is: even ones the first tenant's, under 500 of its agents. */
const TENANT = `case when n % 2 = 0 then 1 else n end`;
const AGENT = `case when n % 2 = 0 then 2 * (n % 500) + 2 else n end`;
/** Each a second later than the one before. */
const AT = `timestamptz '2026-01-01' + n * interval '1 second'`;
const rows = `from generate_series(1, ${ROWS}) n`;
const TERMS = `'[{"startMinute":0,"reservationDuration":60,"occupyFeeUnit":10}]'::jsonb`;
const code = `'P' || lpad(n::text, 8, '0')`;

/** The viewers whose lists are long here. */
export const nounViewers = { tenant: '1', agents: ['2'], stations: ['1000', '2000', '3000'], customer: '2' } as const;

const steps: readonly string[] = [
  `insert into tenant (tenant_id, name, create_time) select n, 'Tenant ' || n, ${AT} ${rows}`,
  `insert into agent (agent_id, tenant_id, agent_name, timezone, create_time) select n, ${TENANT}, 'Agent ' || n, 'UTC', ${AT} ${rows}`,
  `insert into station (station_id, tenant_id, agent_id, station_name, station_addr, timezone, create_time) select n, ${TENANT}, ${AGENT}, 'Station ' || n, 'Street ' || n, 'UTC', ${AT} ${rows}`,
  `insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, create_time) select n, ${TENANT}, 'Rule ' || n, 'R' || n, ${AT} ${rows}`,
  `insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id, create_time)
     select ${code}, ${TENANT}, ${AGENT}, n, 'Pile ' || n, 1 + n % 3, 1 + n % 2, 1, 1200, 0, n % 8, n, ${AT} ${rows}`,
  `insert into pile_state (cp_code, tenant_id, agent_id, station_id) select cp_code, tenant_id, agent_id, station_id from pile`,
  `insert into gun (gun_id, tenant_id, agent_id, station_id, cp_code, gun_number, gun_work_stat, create_time) select n, ${TENANT}, ${AGENT}, n, ${code}, 1, n % 10, ${AT} ${rows}`,
  `insert into gun_live (tenant_id, agent_id, station_id, cp_code, gun_number) select tenant_id, agent_id, station_id, cp_code, gun_number from gun`,
  `insert into sys_role (id, tenant_id, role_code, role_name, role_level, permissions, create_time) select 1000 + n, ${TENANT}, 'role' || n, 'Role ' || n, 90, '[]', ${AT} from generate_series(1, ${FEW['sys_role']}) n`,
  `insert into sys_user (id, username, password, realname, role_id, tenant_id, agent_id, phone, sex, create_time)
     select 10000 + n, 'user' || n, 'x', 'User ' || n, 1000 + 1 + n % ${FEW['sys_role']}, ${TENANT}, ${AGENT}, '13' || lpad(n::text, 9, '0'), 1 + n % 2, ${AT} ${rows}`,
  `insert into sys_session (token_hash, user_id, username, tenant_id, agent_id, create_time, last_seen_at, expires_at, ip, user_agent, device)
     select sha256(n::text::bytea), 10000 + n, 'user' || n, ${TENANT}, ${AGENT}, ${AT}, ${AT}, ${AT} + interval '7 days', '10.0.0.' || n % 250, '', 'Chrome 140 · Windows'
     from generate_series(1, ${FEW['sys_session']}) n`,
  `insert into sys_depart (id, tenant_id, org_code, depart_name, create_time)
     select n, ${TENANT}, chr(65 + (n - 1) / 99) || lpad(((n - 1) % 99 + 1)::text, 2, '0'), 'Department ' || n, ${AT} from generate_series(1, ${FEW['sys_depart']}) n`,
  `insert into sys_depart_role (id, tenant_id, depart_id, role_name, role_code, create_time)
     select n, ${TENANT}, n, 'Role ' || n, 'role' || n, ${AT} from generate_series(1, ${FEW['sys_depart_role']}) n`,
  `insert into sys_role_group (id, tenant_id, group_name, role_ids, create_time)
     select n, ${TENANT}, 'Group ' || n, '1001,', ${AT} from generate_series(1, ${FEW['sys_role_group']}) n`,
  `insert into sys_permission (tenant_id, menu_type, name, url, create_time) select ${TENANT}, 1, 'Entry ' || n, '/own/' || n, ${AT} from generate_series(1, ${FEW['sys_permission']}) n`,
  `insert into sys_position (id, tenant_id, code, name, create_time) select n, ${TENANT}, 'position' || n, 'Position ' || n, ${AT} from generate_series(1, ${FEW['sys_position']}) n`,
  `insert into sys_dict (id, tenant_id, dict_code, dict_name, create_time) select 1000000 + n, ${TENANT}, 'dict_' || n, 'Dictionary ' || n, ${AT} from generate_series(1, ${FEW['sys_dict']}) n`,
  `insert into sys_dict_item (id, dict_id, tenant_id, item_text, item_value, sort_value, create_time)
     select 1000000 + n, 1000001 + n % 100, ${TENANT}, 'Item ' || n, n::text, n % 500, ${AT} from generate_series(1, ${FEW['sys_dict_item']}) n`,
  `insert into sys_category (id, tenant_id, pid, name, code, create_time)
     select 1000000 + n, ${TENANT}, case when n <= 100 then 0 else 1000001 + n % 100 end, 'Category ' || n, 'B' || lpad(n::text, 6, '0'), ${AT} from generate_series(1, ${FEW['sys_category']}) n`,
  `insert into sys_check_rule (id, tenant_id, rule_code, rule_name, rule_json, create_time) select 1000000 + n, ${TENANT}, 'rule_' || n, 'Rule ' || n, '[]', ${AT} from generate_series(1, ${FEW['sys_check_rule']}) n`,
  `insert into sys_message (channel, receiver, subject, state, create_time) select 1 + n % 2, '13' || lpad(n::text, 9, '0'), 'Code', n % 5, ${AT} from generate_series(1, ${FEW['sys_message']}) n`,
  `insert into sys_announcement (id, tenant_id, titile, msg_content, priority, msg_category, msg_type, send_status, sender, create_time)
     select 1000000 + n, ${TENANT}, 'Notice ' || n, 'x', 'L', 1 + n % 2, 'ALL', n % 3, 'bench', ${AT} from generate_series(1, ${FEW['sys_announcement']}) n`,
  // Two days of partitions are there; what is older goes with its own day.
  `insert into sys_log (tenant_id, create_time, log_type, operate_type, outcome, username, realname, noun, act, log_content, object_count, ip, device, user_agent, method, request_url, cost_time)
     select ${TENANT}, now() - n * interval '0.1 second', 1 + n % 2, 1 + n % 6, n % 2, 'user' || n % 500, 'User', 'station', 'station.edit', 'Edit', 1, '10.0.0.' || n % 250, 'Chrome', '', 'POST', '/x', 5 ${rows}`,
  `insert into vip_level (vip_level_id, tenant_id, vip_level_name, vip_level_val, create_time) select n, n, 'Level ' || n, 1 + n % 99, ${AT} ${rows}`,
  `insert into vip_discount (vip_discount_id, tenant_id, vip_level_id, rate_type, vip_discount, create_time) select n, n, n, 1 + n % 4, 90, ${AT} ${rows}`,
  `insert into customer (cust_id, tenant_id, agent_id, cust_name, cust_type, cust_phone, currency, create_time)
     select n, ${TENANT}, ${AGENT}, 'Customer ' || n, 1 + n % 2, '13' || lpad(n::text, 9, '0'), 'CNY', ${AT} ${rows}`,
  `insert into car_type (car_type_id, tenant_id, car_brand_name, car_model, create_time) select n, ${TENANT}, 'Brand', 'Model ' || n, ${AT} ${rows}`,
  `insert into car (car_id, tenant_id, agent_id, car_num, car_vin, car_type_id, cust_id, car_pile_type, car_driver, currency, create_time)
     select n, ${TENANT}, ${AGENT}, 'A' || n, 'LSV' || lpad(n::text, 14, '0'), n, n, 1 + n % 3, 'Driver ' || n, 'CNY', ${AT} ${rows}`,
  `insert into ic_card (ic_card_id, tenant_id, agent_id, ic_card_no, cust_id, card_people, card_phone, currency, create_time)
     select n, ${TENANT}, ${AGENT}, 'C' || lpad(n::text, 12, '0'), n, 'Holder ' || n, '13' || lpad(n::text, 9, '0'), 'CNY', ${AT} ${rows}`,
  `insert into ic_card_operate (tenant_id, agent_id, ic_card_id, ic_card_no, csr_flag, create_time) select tenant_id, agent_id, ic_card_id, ic_card_no, 1 + ic_card_id % 8, create_time from ic_card`,
  `insert into ic_card_station (tenant_id, agent_id, station_id, ic_card_id, create_time) select s.tenant_id, s.agent_id, station_id, station_id, create_time from station s`,
  `insert into car_station (tenant_id, agent_id, station_id, car_id, create_time) select s.tenant_id, s.agent_id, station_id, station_id, create_time from station s`,
  `insert into pile_binding (tenant_id, agent_id, station_id, cp_code, main_part_type, ic_card_id, create_time)
     select tenant_id, agent_id, station_id, cp_code, 2, station_id, create_time from pile`,
  `insert into recharge_record (tenant_id, agent_id, cust_id, main_part_type, main_part_id, main_part_no, main_part_name, currency, rr_money, rr_before_money, rr_after_money, pay_method,
       recharge_by, recharge_time, journal_id, create_time)
     select ${TENANT}, ${AGENT}, n, 2, n, 'C' || lpad(n::text, 12, '0'), 'Holder ' || n, 'CNY', 100, 0, 100, n % 4, 'bench', ${AT}, n, ${AT} ${rows}`,
  `insert into consume_record (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_id, charging_order_no, main_part_type, main_part_id, main_part_no, cust_id, user_mobile,
       ic_card_id, ic_card_no, car_vin, car_num, currency, order_amount, rr_money, rr_before_money, rr_after_money, journal_id, create_time)
     select ${TENANT}, ${AGENT}, n, ${code}, 1, n, 'O' || n, 1 + n % 4, n, 'C' || n, n, '13' || n, n, 'C' || n, 'V' || n, 'A' || n, 'CNY', 100, 100, 100, 0, n, ${AT} ${rows}`,
  `insert into write_off (tenant_id, agent_id, cust_id, main_part_type, main_part_id, main_part_no, main_part_name, currency, rr_money, owed_before_money, owed_after_money,
       reason, journal_id, create_time)
     select ${TENANT}, ${AGENT}, n, 1 + n % 4, n, 'C' || n, 'Holder ' || n, 'CNY', 100, 100, 0, 'Gone', n, ${AT} ${rows}`,
  `insert into device_command (command_id, tenant_id, agent_id, station_id, cp_code, cmd, payload, stat, result, charging_order_no, requested_by, because, create_time)
     select lpad(n::text, 16, '0'), ${TENANT}, ${AGENT}, n, ${code}, 'start', '{}', n % 3, n % 4, 'O' || n, 'bench', 'bench', ${AT} ${rows}`,
  `insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, main_part_type, main_part_id, cust_id, create_time)
     select n, ${TENANT}, ${AGENT}, n, ${code}, 1, 'O' || n, 4, 2, n, n, ${AT} ${rows}`,
  `insert into reservation_conf (crc_id, tenant_id, crc_name, details, create_time) select 10000 + n, ${TENANT}, 'Terms ' || n, ${TERMS}, ${AT} ${rows}`,
  `insert into reservation_order (tenant_id, agent_id, station_id, reservation_order_no, charging_order_id, cust_id, crc_id, details, cp_code, gun_num, start_time, expire_time, end_time,
       state, occupy_minutes, occupy_amount, create_time)
     select ${TENANT}, ${AGENT}, n, 'RO' || n, n, n, 10000 + n, ${TERMS}, ${code}, 1, ${AT}, ${AT} + interval '1 hour', ${AT} + interval '10 minutes', 2 + n % 3, 10, 100, ${AT} ${rows}`,
  `insert into station_day (tenant_id, agent_id, station_id, stat_day, currency, charging_count, charging_capacity, charging_amount, elec_amount, srv_amount, create_time)
     select ${TENANT}, ${AGENT}, n, date '2026-01-01' + n % 365, 'CNY', 1, 10, 10, 5, 5, ${AT} ${rows}`,
  `insert into sys_job (id, job_name, job_class_name, cron_expression, timezone, status, missed, create_time)
     select 1000 + n, 'Job ' || n, 'jobRunRetention', '0 0 4 * * ?', 'UTC', -1, 1, ${AT} from generate_series(1, ${FEW['sys_job']}) n`,
  `insert into sys_job_run (job_id, run_trigger, due_time, outcome, create_time) select 1001 + n % ${FEW['sys_job']}, 1, ${AT}, 2, ${AT} ${rows}`,
];

/** A hundred thousand rows of every noun that people list. */
export const fillNouns = async (client: pg.Client): Promise<void> => {
  // Foreign keys hold by construction; checking a million of them is not what is measured.
  await client.query(`set session_replication_role = replica`);
  for (const step of steps) await client.query(step);
  await client.query(
    `insert into pile_profile (cp_code, tenant_id, agent_id, station_id) select cp_code, tenant_id, agent_id, station_id from pile on conflict do nothing`,
  );
  await client.query('vacuum (analyze)');
};

/** Tables of nouns that hold too few rows to show anything; a new noun is to be filled here. */
export const emptyOf = async (client: pg.Client, tables: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const table of tables) {
    const { rows: counted } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    if ((counted[0]?.n ?? 0) < (FEW[table] ?? ROWS)) found.push(table);
  }
  return found;
};
