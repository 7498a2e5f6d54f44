import { sql } from 'kysely';
import type { DeviceCommand } from '#engines/protocol/device.ts';
import type { CommandSettlement, DeviceGateway, PileRef, SendOutcome } from '#engines/protocol/device-backend.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { startLooker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { keepTakenRates } from '../rates/tell-rates.server.ts';
import { keepAccepted } from '../parameter/accepted.server.ts';
import { commandTopic } from './enqueue.server.ts';
import { commandStat, replyResult } from './command.ts';
import { parameterNo } from '../protocol.codes.ts';

const { notExecuted, running, completed } = valuesOf(commandStat);
const { success, failure } = valuesOf(replyResult);

/** Most commands one look claims. */
const CLAIM_MAX = 100;
/** A wake-up can be lost, so the table is looked at this often anyway. */
const LOOK_EVERY_MS = 1_000;
/** A command that found no session waits this long at most; a stop is asked for again by its order. */
const WAIT_FOR_PILE_MS = 10 * 60_000;

/** A command that left and was never settled (its process died) ends after this long. */
const RUNNING_MAX_MS = 2 * 60_000;

/** Heard when a command has ended, inside the transaction that ends it. */
export type SettledListener = (
  tx: Tx,
  settled: { readonly cpCode: string; readonly settlement: CommandSettlement; readonly command: DeviceCommand },
) => Promise<void>;

/** Asked in the transaction that lets a command out; a no completes it unsent. */
export type LeavingListener = (tx: Tx, command: DeviceCommand) => Promise<boolean>;
/** Told in the transaction that ends a command which never touched the wire. */
export type UnsentListener = (tx: Tx, command: DeviceCommand) => Promise<void>;
export interface DispatchListeners {
  readonly leaving?: LeavingListener;
  readonly unsent?: UnsentListener;
}

/**
 * Sends waiting commands to the piles whose session this process holds. A command is marked as running before it is sent, so
 * that a crash in between loses it (a start then ends at its deadline) and never sends it twice.
 */
export const startDispatcher = (deps: Deps, gateway: DeviceGateway, listeners: DispatchListeners = {}): PollingWorker => {
  /** Piles that could take nothing just now, until when they are left in peace: else theirs would be claimed again at once, before everybody's. */
  const spared = new Map<string, number>();
  const work = async (): Promise<boolean> => {
    const nowMs = deps.clock().getTime();
    for (const [cpCode, untilMs] of spared) if (untilMs <= nowMs) spared.delete(cpCode);
    const waiting = await claim(deps, listeners, [...spared.keys()]);
    for (const claimed of waiting) {
      if (claimed.command.cmd === 'endSession') {
        await endSession(deps, gateway, claimed);
        continue;
      }
      const outcome = gateway.send(claimed.cpCode, asOf(claimed.command, deps.clock()));
      if (outcome === 'busy' || outcome === 'offline') spared.set(claimed.cpCode, nowMs + LOOK_EVERY_MS);
      await settleUnsent(deps, listeners, { claimed, outcome });
    }
    await expire(deps, listeners);
    return waiting.length === CLAIM_MAX && waiting.some(({ cpCode }) => !spared.has(cpCode));
  };
  return startLooker(deps, { topic: commandTopic, everyMs: LOOK_EVERY_MS, work, complaint: 'commands could not be sent' });
};

interface ClaimedCommand {
  readonly cpCode: string;
  readonly command: DeviceCommand;
}

/** Marks waiting commands of this node's piles as running. A start past its deadline is completed instead. */
const claim = (deps: Deps, listeners: DispatchListeners, spared: readonly string[]): Promise<readonly ClaimedCommand[]> =>
  inSystem(deps.database, async (tx) => {
    const { rows } = await sql<{ cpCode: string; payload: DeviceCommand }>`with due as (
        select c.command_id from device_command c join pile_state s on s.cp_code = c.cp_code
        where c.stat = ${sql.lit(notExecuted)} and s.online and s.node = ${deps.node} and (c.deadline is null or c.deadline > ${deps.clock()})
          and (c.cmd = 'stop' or c.cp_code <> all(${spared}::text[]))
        order by c.create_time limit ${CLAIM_MAX} for update of c skip locked)
      update device_command c set stat = ${sql.lit(running)}, sent_at = ${deps.clock()} from due where c.command_id = due.command_id returning c.cp_code, c.payload`.execute(
      tx,
    );
    const claimed: ClaimedCommand[] = [];
    for (const { cpCode, payload: command } of rows) {
      if (!listeners.leaving || (await listeners.leaving(tx, command))) claimed.push({ cpCode, command });
      else await complete(tx, { command, remark: 'void', at: deps.clock() });
    }
    return claimed;
  });

/** A session that has ended by itself meanwhile was followed by one that knows of the change. */
const endSession = async (deps: Deps, gateway: DeviceGateway, { cpCode, command }: ClaimedCommand): Promise<void> => {
  if (command.cmd === 'endSession' && gateway.epochOf(cpCode) === command.epoch) gateway.kick(cpCode);
  await inSystem(deps.database, async (tx) => {
    await sql`update device_command set stat = ${sql.lit(completed)}, result = ${sql.lit(success)}, completed_at = ${deps.clock()} where command_id = ${command.commandId}`.execute(
      tx,
    );
  });
};

/** A clock is set to the moment at which the word leaves, not to that at which it was written. */
const asOf = (command: DeviceCommand, now: Date): DeviceCommand =>
  command.cmd === 'setParameter' && command.paramNo === parameterNo.items.systemTime.value
    ? { ...command, value: String(Math.floor(now.getTime() / 1_000)) }
    : command;

/** What could not leave goes back to waiting, or ends with the reason. */
const settleUnsent = async (
  deps: Deps,
  listeners: DispatchListeners,
  { claimed, outcome }: { readonly claimed: ClaimedCommand; readonly outcome: SendOutcome },
): Promise<void> => {
  if (outcome === 'sent') return;
  const { command } = claimed;
  const waits = (outcome === 'offline' || outcome === 'busy') && command.cmd !== 'start';
  await inSystem(deps.database, async (tx) => {
    if (waits) {
      await sql`update device_command set stat = ${sql.lit(notExecuted)}, sent_at = null, remark = ${outcome} where command_id = ${command.commandId}`.execute(
        tx,
      );
      return;
    }
    await complete(tx, { command, remark: outcome, at: deps.clock() });
    await listeners.unsent?.(tx, command);
  });
};

const complete = async (tx: Tx, ended: { readonly command: DeviceCommand; readonly remark: string; readonly at: Date }): Promise<void> => {
  await sql`update device_command set stat = ${sql.lit(completed)}, result = ${sql.lit(failure)}, remark = ${ended.remark}, completed_at = ${ended.at} where command_id = ${ended.command.commandId}`.execute(
    tx,
  );
};

/** Ends what waited too long for its pile, and what a dead process left running. */
const expire = (deps: Deps, listeners: DispatchListeners): Promise<void> =>
  inSystem(deps.database, async (tx) => {
    const now = deps.clock();
    const oldest = new Date(now.getTime() - WAIT_FOR_PILE_MS);
    const { rows } = await sql<{
      payload: DeviceCommand;
    }>`update device_command set stat = ${sql.lit(completed)}, result = ${sql.lit(failure)}, remark = 'expired', completed_at = ${now} where stat = ${sql.lit(notExecuted)} and (deadline <= ${now} or (deadline is null and create_time < ${oldest})) returning payload`.execute(
      tx,
    );
    for (const { payload } of rows) await listeners.unsent?.(tx, payload);
    const longAgo = new Date(now.getTime() - RUNNING_MAX_MS);
    await sql`update device_command set stat = ${sql.lit(completed)}, result = ${sql.lit(failure)}, remark = 'lost', completed_at = ${now} where stat = ${sql.lit(running)} and sent_at < ${longAgo}`.execute(
      tx,
    );
  });

/** Ends a command as the pile answered, and tells who waits for it. */
export const settleCommand = (
  deps: Deps,
  listeners: readonly SettledListener[],
  told: { readonly pile: PileRef; readonly settlement: CommandSettlement },
): Promise<void> =>
  inSystem(deps.database, async (tx) => {
    const { settlement, pile } = told;
    const reply = settlement.outcome === 'answered' ? settlement.reply : undefined;
    const { rows } = await sql<{
      payload: DeviceCommand;
    }>`update device_command set stat = ${sql.lit(completed)}, result = ${reply?.result ?? failure}, remark = ${reply ? (reply.remark ?? null) : settlement.outcome}, key_val = ${reply?.keyVal ?? null},
      completed_at = ${new Date(settlement.atMs)} where command_id = ${settlement.commandId} and cp_code = ${pile.cpCode} and (stat < ${sql.lit(completed)} or ${settlement.outcome === 'answered' && settlement.late}) returning payload`.execute(
      tx,
    );
    const [row] = rows;
    if (!row) return;
    await keepTakenRates(tx, { cpCode: pile.cpCode, command: row.payload, reply, atMs: settlement.atMs });
    await keepAccepted(tx, { cpCode: pile.cpCode, command: row.payload, reply, atMs: settlement.atMs });
    for (const listener of listeners) await listener(tx, { cpCode: pile.cpCode, settlement, command: row.payload });
  });
