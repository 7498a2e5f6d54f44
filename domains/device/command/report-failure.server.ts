import { sql } from 'kysely';
import { commandFailureCode, exceptionType, PARAMETER_CODE } from '#engines/alarm/codes.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import type { CommandSettlement } from '#engines/protocol/device-backend.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { reportConditions } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { parameterNo } from '../protocol.codes.ts';
import { subjectOf } from '../report/report.server.ts';
import type { CommandEffects } from './command-effects.server.ts';

/**
 * A command that shall make something true at a pile, such as its rates, is a condition from its failure until the same has succeeded. The failure of
 * any other command concerns only the person who asked for it, and that person sees it.
 */
export const failureEffects: CommandEffects = {
  settled: async (tx, { command, settlement }) => {
    if (hasFailed(settlement)) await reportFailed(tx, command, settlement.atMs);
    else await reportDone(tx, command, settlement.atMs);
  },
  unsent: (tx, command, now) => reportFailed(tx, command, now.getTime()),
  lost: (tx, command, now) => reportFailed(tx, command, now.getTime()),
};

/** What exists already, or does not exist any more, is as it was wanted. */
const hasFailed = (settlement: CommandSettlement): boolean => settlement.outcome !== 'answered' || settlement.reply.result === commandResult.failure;

/** Nobody can repair what a pile does not support. */
const unsupported: readonly string[] = ['unsupported', 'NotSupported', 'NotImplemented'];
/** Parameters that are no settings: a restart, and the time, which is sent each day. */
const momentary: readonly number[] = [parameterNo.items.restart.value, parameterNo.items.systemTime.value];

interface FailureKey {
  readonly exceptionCode: number;
  readonly gunNumber: number;
}

const failureKeyOf = (command: DeviceCommand): FailureKey | undefined => {
  const gunNumber = 'gunNumber' in command ? command.gunNumber : 0;
  switch (command.cmd) {
    case 'setParameter':
      return momentary.includes(command.paramNo) ? undefined : { exceptionCode: PARAMETER_CODE + command.paramNo, gunNumber };
    case 'stop':
    case 'setRateRule':
    case 'setPowerSchedule':
    case 'setWhiteList':
    case 'sendLocalList':
    case 'setPayQrCode':
    case 'setAuthorizationKey':
    case 'upgrade':
    case 'cancelReservation':
      return { exceptionCode: commandFailureCode[command.cmd], gunNumber };
    default:
      return undefined;
  }
};

const reportFailed = async (tx: Tx, command: DeviceCommand, atMs: number): Promise<void> => {
  const key = failureKeyOf(command);
  if (!key) return;
  const { rows } = await sql<{
    cpCode: string;
    tenantId: string;
    agentId: string;
    stationId: string;
    remark: string | null;
  }>`select cp_code, tenant_id::text as tenant_id, agent_id::text as agent_id, station_id::text as station_id, remark from device_command where command_id = ${command.commandId}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row || unsupported.includes(row.remark ?? '')) return;
  const detail = [row.remark, 'chargingOrderNo' in command ? command.chargingOrderNo : undefined].filter(Boolean).join(' ');
  const condition = { ...key, exceptionType: exceptionType.command, isPresent: true, detail };
  await reportConditions(tx, [{ subject: subjectOf(row), condition }], { atMs, nowMs: atMs });
};

const reportDone = async (tx: Tx, command: DeviceCommand, atMs: number): Promise<void> => {
  const key = failureKeyOf(command);
  if (key) await endFailure(tx, command.commandId, { ...key, atMs });
};

/** Most commands succeed the first time, so the condition is looked for before anything else is read. */
const endFailure = async (tx: Tx, commandId: string, { exceptionCode, gunNumber, atMs }: FailureKey & { readonly atMs: number }): Promise<void> => {
  const { rows } = await sql<{
    cpCode: string;
    tenantId: string;
    agentId: string;
    stationId: string;
  }>`select d.cp_code, d.tenant_id::text as tenant_id, d.agent_id::text as agent_id, d.station_id::text as station_id from device_command d
    join condition c on c.tenant_id = d.tenant_id and c.subject = d.cp_code and c.gun_number = ${gunNumber} and c.exception_type = ${sql.lit(exceptionType.command)}
      and c.exception_code = ${exceptionCode} and c.is_present where d.command_id = ${commandId}`.execute(tx);
  if (rows.length === 0) return;
  await reportConditions(
    tx,
    rows.map((row) => ({ subject: subjectOf(row), condition: { exceptionType: exceptionType.command, exceptionCode, gunNumber, isPresent: false } })),
    { atMs, nowMs: atMs },
  );
};
