import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { PileCommandSender } from '#domains/network/server.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import { ocppSupports } from '../parameter/parameter.rules.ts';
import { enqueueCommand } from './enqueue.server.ts';
import { voidWaitingParameter } from './waiting-parameters.server.ts';
import { parameterNo } from '../protocol.codes.ts';

/** A pile that is offline has to receive its disable switch whenever it returns; otherwise it would stay out of service. */
const DISABLE_SWITCH_WAIT_MS = 30 * 86_400_000;
const PILE_DISABLED = parameterNo.items.pileDisable.value;

/** Commands that other domains send to a pile. */
export const pileCommandSender: PileCommandSender = {
  setParameters: async (tx, { cpCode, values, requestedBy: by, reason: because, nowMs }) => {
    const { rows } = await sql<{ protocol: number }>`select protocol from pile where cp_code = ${cpCode}`.execute(tx);
    for (const [no, value] of Object.entries(values)) {
      const paramNo = Number(no);
      if (rows[0]?.protocol === pileProtocol.items.ocpp16.value && !ocppSupports(paramNo)) continue;
      await voidWaitingParameter(tx, { cpCode, paramNo, gunNumber: 0 }, new Date(nowMs));
      if (paramNo === PILE_DISABLED && value === '0' && !(await mayBeDisabled(tx, cpCode))) continue;
      await enqueueCommand(tx, {
        cpCode,
        command: { cmd: 'setParameter', paramNo, gunNumber: 0, value },
        requestedBy: by,
        because,
        ...(paramNo === PILE_DISABLED && { waitsUntil: new Date(nowMs + DISABLE_SWITCH_WAIT_MS) }),
      });
    }
  },
  endSession: async (tx, { cpCode, requestedBy: by, reason: because }) => {
    const { rows } = await sql<{ epoch: bigint }>`select epoch from pile_state where cp_code = ${cpCode} and online`.execute(tx);
    const [live] = rows;
    if (live) await enqueueCommand(tx, { cpCode, command: { cmd: 'endSession', epoch: Number(live.epoch) }, requestedBy: by, because });
  },
};

/** Whether a pile may still be out of service because of a command of the platform or because of its own report. */
const mayBeDisabled = async (tx: Tx, cpCode: string): Promise<boolean> => {
  const { rows } = await sql<{
    was: boolean;
  }>`select exists (select from device_command where cp_code = ${cpCode} and param_no = ${PILE_DISABLED})
    or exists (select from pile_parameter where cp_code = ${cpCode} and param_no = ${String(PILE_DISABLED)} and value <> '0') as was`.execute(tx);
  return rows[0]?.was ?? false;
};
