import type pg from 'pg';

/** The size of the network that the orders come from. */
export const NETWORK_SIZE = {
  tenants: 20,
  agents: 200,
  stations: 2_000,
  pilesPerStation: 5,
  customersPerTenant: 5_000,
  cardsPerTenant: 10_000,
  carsPerTenant: 5_000,
  years: 3,
} as const;

/** The agents of each tenant: the first has a quarter of them, the last one in a hundred; 200 together, with ten stations each. */
const AGENTS_PER_TENANT = [50, 30, 20, 15, 12, 10, 9, 8, 7, 6, 5, 5, 4, 4, 3, 3, 3, 2, 2, 2] as const;

/** The tenant of each agent, as an SQL array. */
export const tenantOfAgent = `(array[${AGENTS_PER_TENANT.flatMap((count, index) => Array.from({ length: count }, () => index + 1)).join(',')}])`;
/** Tenants from this one on bill in euros. */
export const EURO_FROM = 17;

/** Inserts tenants, agents, stations, piles, guns, customers, cards and cars directly into the tables. */
export const fillNetwork = async (client: pg.Client): Promise<void> => {
  const { tenants, agents, stations, pilesPerStation } = NETWORK_SIZE;
  const zone = `case when t >= ${EURO_FROM} then 'Europe/Berlin' else 'Asia/Shanghai' end`;
  const currency = `case when t >= ${EURO_FROM} then 'EUR' else 'CNY' end`;
  const steps = [
    `insert into tenant (tenant_id, name, currency, timezone) select t, 'Tenant ' || t, ${currency}, ${zone} from generate_series(1, ${tenants}) t`,
    `insert into agent (agent_id, tenant_id, agent_name, timezone) select a, t, 'Agent ' || a, ${zone} from (select a, ${tenantOfAgent}[a] as t from generate_series(1, ${agents}) a) x`,
    `insert into station (station_id, tenant_id, agent_id, station_name, timezone)
       select s, t, a, 'Station ' || s, ${zone} from (select s, 1 + (s - 1) / 10 as a, ${tenantOfAgent}[1 + (s - 1) / 10] as t from generate_series(1, ${stations}) s) x`,
    `insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, gun_count, cp_power)
       select 'L' || lpad(((station_id - 1) * ${pilesPerStation} + p)::text, 6, '0'), tenant_id, agent_id, station_id, 'Pile ' || p, 1, 2, 1200 from station, generate_series(1, ${pilesPerStation}) p`,
    `insert into pile_state (cp_code, tenant_id, agent_id, station_id) select cp_code, tenant_id, agent_id, station_id from pile`,
    `insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number) select tenant_id, agent_id, station_id, cp_code, g from pile, generate_series(1, 2) g`,
    `insert into gun_live (tenant_id, agent_id, station_id, cp_code, gun_number) select tenant_id, agent_id, station_id, cp_code, gun_number from gun`,
    `insert into customer (cust_id, tenant_id, cust_name, cust_type, cust_phone, currency)
       select t * 1000000 + k, t, 'Customer ' || t || '-' || k, case when k % 10 = 0 then 2 else 1 end, '13' || lpad((t * 1000000 + k)::text, 9, '0'), ${currency}
       from generate_series(1, ${tenants}) t, generate_series(1, ${NETWORK_SIZE.customersPerTenant}) k`,
    `insert into ic_card (ic_card_id, tenant_id, cust_id, ic_card_no, currency)
       select t * 1000000 + k, t, case when k % 10 < 3 then t * 1000000 + 1 + k % ${NETWORK_SIZE.customersPerTenant} end, 'C' || lpad((t * 1000000 + k)::text, 12, '0'), ${currency}
       from generate_series(1, ${tenants}) t, generate_series(1, ${NETWORK_SIZE.cardsPerTenant}) k`,
    `insert into car (car_id, tenant_id, car_num, car_vin, car_pile_type, currency)
       select t * 1000000 + k, t, 'A' || lpad((t * 1000000 + k)::text, 8, '0'), 'LSV' || lpad((t * 1000000 + k)::text, 14, '0'), 1, ${currency}
       from generate_series(1, ${tenants}) t, generate_series(1, ${NETWORK_SIZE.carsPerTenant}) k`,
  ];
  for (const step of steps) await client.query(step);
};
