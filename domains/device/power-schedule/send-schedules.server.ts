import { sql } from 'kysely';
import { periodsOfDay } from '#engines/dispatch/schedule/plan.ts';
import type { PowerPeriod, PowerPlan } from '#engines/dispatch/schedule/plan.ts';
import { entityState } from '#engines/entity/codes.ts';
import { acceptedResults } from '#engines/protocol/codes.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import { loadPowerMonths, powerTopic } from '#domains/power/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { commandStat } from '../command/command.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { withoutOpenCommand } from '../command/open-command.server.ts';

/** Days, months and power controls begin and end with a delay of up to this. Until then the limits of the dispatcher apply, which are exact. */
const POLL_INTERVAL_MS = 60_000;
/** A schedule that a pile has refused is sent again after this time. */
const REFUSED_RETRY_MS = 3_600_000;
const { native } = valuesOf(pileProtocol);

/**
 * Sends native piles the limits of the day that their power control sets, so that they follow them between the commands of the dispatcher. A pile that
 * has been released is sent a schedule without periods.
 */
export const startPowerScheduleWorker = (deps: Pick<Deps, 'database' | 'bus' | 'log' | 'clock'>): PollingWorker =>
  startPollingWorker(deps, {
    topic: powerTopic,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'power schedules could not be sent',
    work: async () => {
      await inSystem(deps.database, (tx) => sendSchedules(tx, deps.clock()));
      return false;
    },
  });

interface ScheduledPile {
  readonly cpCode: string;
  readonly powerControlId: bigint | null;
  readonly zone: string;
  readonly fromDay: string | null;
  readonly toDay: string | null;
  readonly stored: readonly PowerPeriod[];
}

/** Sends the piles that are online and store another schedule than they should. Returns the number of commands written. */
export const sendSchedules = async (tx: Tx, now: Date): Promise<number> => {
  // One process at a time decides, so that a pile is not sent the same twice.
  await sql`select pg_advisory_xact_lock(hashtext('pile_power_schedule'))`.execute(tx);
  const wanted = await wantedSchedules(tx, now);
  let sentCount = 0;
  for (const { periods, cpCodes } of wanted.values()) {
    const command = { cmd: 'setPowerSchedule', periods } as const;
    for (const cpCode of await withoutRefusal(tx, await withoutOpenCommand(tx, cpCodes, { command, nowMs: now.getTime() }), now)) {
      await enqueueCommand(tx, { cpCode, command, requestedBy: 'timer', because: 'power' });
      sentCount += 1;
    }
  }
  return sentCount;
};

interface WantedSchedule {
  readonly periods: readonly PowerPeriod[];
  readonly cpCodes: string[];
}

/** The schedules that piles should store and do not, by their text. */
const wantedSchedules = async (tx: Tx, now: Date): Promise<ReadonlyMap<string, WantedSchedule>> => {
  const months = new Map<bigint, PowerPlan['months']>();
  const wanted = new Map<string, WantedSchedule>();
  for (const { cpCode, powerControlId, zone, fromDay, toDay, stored } of await onlinePiles(tx)) {
    if (powerControlId !== null && !months.has(powerControlId)) months.set(powerControlId, await loadPowerMonths(tx, String(powerControlId)));
    const ofControl = powerControlId === null ? [] : (months.get(powerControlId) ?? []);
    const periods = periodsOfDay({ zone, months: ofControl, fromDay, toDay }, now.getTime());
    const text = JSON.stringify(periods);
    if (text === JSON.stringify(stored)) continue;
    const same = wanted.get(text) ?? { periods, cpCodes: [] };
    same.cpCodes.push(cpCode);
    wanted.set(text, same);
  }
  return wanted;
};

/** The native piles that are online and have a power control, or store a schedule of an earlier one. */
const onlinePiles = async (tx: Tx): Promise<readonly ScheduledPile[]> => {
  const { rows } = await sql<Omit<ScheduledPile, 'stored'> & { stored: readonly PowerPeriod[] | null }>`select p.cp_code, c.power_control_id,
      s.timezone as zone, c.start_time::text as from_day, c.end_time::text as to_day, k.periods as stored
    from pile p join pile_state d on d.cp_code = p.cp_code join station s on s.station_id = p.station_id
      left join power_control c on c.power_control_id = p.power_control_id and c.control_state = ${sql.lit(entityState.enabled)} and not c.is_delete
      left join pile_power_schedule k on k.cp_code = p.cp_code
    where p.protocol = ${native} and not p.is_delete and d.online and (p.power_control_id is not null or k.cp_code is not null)`.execute(tx);
  return rows.map((row) => ({ ...row, stored: (row.stored ?? []).map(periodOf) }));
};

/** With its facts in one order, which jsonb does not keep. */
const periodOf = ({ startSlot, changingPowerHw, changingPowerMinHw, changingSoc, endAction }: PowerPeriod): PowerPeriod => ({
  startSlot,
  changingPowerHw,
  changingPowerMinHw,
  changingSoc,
  endAction,
});

/** Leaves out the piles that have refused a schedule within the last hour. */
const withoutRefusal = async (tx: Tx, cpCodes: readonly string[], now: Date): Promise<readonly string[]> => {
  const { rows } = await sql<{ cpCode: string }>`select c as cp_code from unnest(${cpCodes}::text[]) c
    where not exists (select from device_command d where d.cp_code = c and d.cmd = 'setPowerSchedule'
      and d.create_time > ${new Date(now.getTime() - REFUSED_RETRY_MS)} and d.stat = ${sql.lit(commandStat.items.completed.value)}
      and d.result <> all(${acceptedResults}::int[]))`.execute(tx);
  return rows.map(({ cpCode }) => cpCode);
};

const storeAccepted: CommandEffects['settled'] = async (tx, { pile: { cpCode }, command, settlement }) => {
  if (command.cmd !== 'setPowerSchedule' || settlement.outcome !== 'answered' || !acceptedResults.includes(settlement.reply.result)) return;
  await sql`insert into pile_power_schedule (cp_code, tenant_id, periods, taken_at)
    select cp_code, tenant_id, ${JSON.stringify(command.periods)}::jsonb, ${new Date(settlement.atMs)} from pile where cp_code = ${cpCode}
    on conflict (cp_code) do update set periods = excluded.periods, taken_at = excluded.taken_at where pile_power_schedule.taken_at <= excluded.taken_at`.execute(
    tx,
  );
};
export const powerScheduleEffects: CommandEffects = { settled: storeAccepted };
