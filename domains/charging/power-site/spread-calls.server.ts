import { sql } from 'kysely';
import { limitSource, limitState } from '#domains/power/resources.ts';
import { limitTopic } from '#domains/power/server.ts';
import type { Tx } from '#kit/db/index.ts';

/** Makes a limit of each site of what grid operators have sent, also of sites that have come since. */
export const spreadCalls = async (tx: Tx, now: Date): Promise<void> => {
  const { numAffectedRows } =
    await sql`insert into power_limit (tenant_id, agent_id, station_id, power_control_id, limit_source, limit_power, begin_time, end_time, reason, limit_state, received_time, power_call_id,
      create_by, create_time)
    select s.tenant_id, s.agent_id, s.station_id, s.power_control_id, ${sql.lit(limitSource.items.grid.value)}, c.limit_power, c.begin_time, c.end_time, c.reason,
      ${sql.lit(limitState.items.planned.value)}, c.received_time, c.power_call_id, k.key_name, ${now}
    from power_call c join power_site s on s.tenant_id = c.tenant_id and s.power_control_id = c.power_control_id join power_key k on k.power_key_id = c.power_key_id
    where c.cancel_time is null and c.end_time > ${now} on conflict (power_call_id, station_id) where power_call_id is not null do nothing`.execute(
      tx,
    );
  if (numAffectedRows !== undefined && numAffectedRows > 0n) tx.wake(limitTopic);
};
