import { sql } from 'kysely';
import { pileProtocol } from '#domains/network/resources.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { commandTopic } from '../command/enqueue.server.ts';
import { ALL_PARAMETERS } from './parameter.rules.ts';
import { pileParameters } from './read-all.ts';

const OCPP = pileProtocol.items.ocpp16.value;
const HOUR_MS = 3_600_000;
/** Ten thousand piles that come online at once are read within two hours. */
const PILES_MAX = 1_000;

/** One command for each pile that is online and was not read for a time, by this job or by an operator. */
export const parameterJobs: readonly Job[] = [
  implementJob(pileParameters, async ({ tx, params, now }) => {
    const since = new Date(now.getTime() - params.everyHours * HOUR_MS);
    const { numAffectedRows } = await sql`with asked as (
        select p.cp_code, p.tenant_id, p.agent_id, p.station_id, upper(left(replace(gen_random_uuid()::text, '-', ''), 16)) as id,
          -- An OCPP station reports all its configuration keys when none is named.
          case when p.protocol = ${OCPP} then '[]' else ${JSON.stringify(ALL_PARAMETERS)} end::jsonb as param_nos
        from pile p join pile_state s on s.cp_code = p.cp_code where s.online and not p.is_delete
          and not exists (select from device_command c where c.cp_code = p.cp_code and c.cmd = 'readParameters' and c.create_time > ${since})
        order by p.cp_code limit ${PILES_MAX})
      insert into device_command (command_id, tenant_id, agent_id, station_id, cp_code, cmd, payload, requested_by, because)
      select id, tenant_id, agent_id, station_id, cp_code, 'readParameters',
        jsonb_build_object('cmd', 'readParameters', 'paramNos', param_nos, 'commandId', id), 'system', 'parameters' from asked`.execute(tx);
    tx.wake(commandTopic);
    return { pilesAsked: Number(numAffectedRows ?? 0n) };
  }),
];
