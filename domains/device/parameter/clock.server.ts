import { sql } from 'kysely';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import { pileClocks } from './clock.ts';
import { parameterNo } from '../protocol.codes.ts';

const SYSTEM_TIME = parameterNo.items.systemTime.value;
const NATIVE = pileProtocol.items.native.value;

/** One command for each native pile that is online. The time in it is set again when the command is sent. */
export const clockJobs: readonly Job[] = [
  implementJob(pileClocks, async ({ tx, now }) => {
    const value = String(Math.floor(now.getTime() / 1_000));
    const { numAffectedRows } = await sql`with told as (
        select p.cp_code, p.tenant_id, p.agent_id, p.station_id, upper(left(replace(gen_random_uuid()::text, '-', ''), 16)) as id
        from pile p join pile_state s on s.cp_code = p.cp_code where s.online and p.protocol = ${NATIVE} and not p.is_delete)
      insert into device_command (command_id, tenant_id, agent_id, station_id, cp_code, gun_number, cmd, payload, requested_by, because)
      select id, tenant_id, agent_id, station_id, cp_code, 0, 'setParameter',
        jsonb_build_object('cmd', 'setParameter', 'paramNo', ${SYSTEM_TIME}::int, 'gunNumber', 0, 'value', ${value}::text, 'commandId', id), 'system', 'clock' from told`.execute(
      tx,
    );
    return { pilesTold: Number(numAffectedRows ?? 0n) };
  }),
];
