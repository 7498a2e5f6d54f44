import { sql } from 'kysely';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { CommandSettlement, DeviceGateway, PileRef, SendOutcome } from '#engines/protocol/device-backend.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { ClaimedCommand, PrepareParts } from './command-effects.server.ts';
import { commandEffects } from './effects.server.ts';
import { commandTopic } from './enqueue.server.ts';
import { commandStat, replyResult } from './command.ts';
import { parameterNo } from '../protocol.codes.ts';

const { notExecuted, running, completed } = valuesOf(commandStat);
const { success, failure } = valuesOf(replyResult);

/** The most commands that one poll claims. */
const CLAIM_MAX = 100;
/** A wake-up is a notification that can be lost, so the table is also polled at this interval. */
const POLL_INTERVAL_MS = 1_000;
/** The longest time a command waits for its pile to come online. A stop is requested again by its order. */
const WAIT_FOR_PILE_MS = 10 * 60_000;

/** A command that was sent and never settled, because its process died, ends after this time. */
const RUNNING_MAX_MS = 2 * 60_000;
/** A session answers the commands of the one before it at once or never: the process that knew them may have died. */
const EARLIER_SESSION_MAX_MS = 15_000;

/** Called when a command ends, in the transaction that ends it. */
export type CommandSettledListener = (
  tx: Tx,
  settled: { readonly cpCode: string; readonly settlement: CommandSettlement; readonly command: DeviceCommand },
) => Promise<void>;

/** Called in the transaction that claims a command for sending; false completes the command unsent. */
export type BeforeSendListener = (tx: Tx, command: DeviceCommand) => Promise<boolean>;
/** Called in the transaction that ends a command which was never sent. */
export type UnsentListener = (tx: Tx, command: DeviceCommand) => Promise<void>;
export interface DispatchListeners {
  readonly beforeSend?: BeforeSendListener;
  readonly unsent?: UnsentListener;
}

export type DispatchOptions = DispatchListeners & Pick<PrepareParts, 'fileUrl'>;

/**
 * Sends waiting commands to the piles whose session this process holds. A command is marked as running before it is sent, so
 * that a crash in between loses it (a start then ends at its deadline) and never sends it twice.
 */
export const startDispatcher = (deps: Deps, gateway: DeviceGateway, options: DispatchOptions): PollingWorker => {
  /**
   * Piles that could not take a command just now, and until when they are skipped; otherwise their commands would be claimed again at once, ahead of
   * all others.
   */
  const skippedUntilMs = new Map<string, number>();
  const work = async (): Promise<boolean> => {
    const nowMs = deps.clock().getTime();
    for (const [cpCode, untilMs] of skippedUntilMs) if (untilMs <= nowMs) skippedUntilMs.delete(cpCode);
    const claimedCommands = await claim(deps, options, [...skippedUntilMs.keys()]);
    for (const claimed of claimedCommands) {
      if (claimed.command.cmd === 'endSession') {
        await endSession(deps, gateway, claimed);
        continue;
      }
      const outcome = gateway.send(claimed.cpCode, withCurrentTime(claimed.command, deps.clock()));
      if (outcome === 'busy' || outcome === 'offline') skippedUntilMs.set(claimed.cpCode, nowMs + POLL_INTERVAL_MS);
      await settleUnsent(deps, options, { claimed, outcome });
    }
    await expire(deps, options);
    return claimedCommands.length === CLAIM_MAX && claimedCommands.some(({ cpCode }) => !skippedUntilMs.has(cpCode));
  };
  return startPollingWorker(deps, { topic: commandTopic, everyMs: POLL_INTERVAL_MS, work, errorMessage: 'commands could not be sent' });
};

/** Marks waiting commands of piles connected to this node as running. A start past its deadline is not claimed; `expire` completes it. */
const claim = (deps: Deps, options: DispatchOptions, skippedCpCodes: readonly string[]): Promise<readonly ClaimedCommand[]> =>
  inSystem(deps.database, async (tx) => {
    const { rows } = await sql<{ cpCode: string; payload: DeviceCommand }>`with due as (
        select c.command_id from device_command c join pile_state s on s.cp_code = c.cp_code
        where c.stat = ${sql.lit(notExecuted)} and s.online and s.node = ${deps.node} and (c.deadline is null or c.deadline > ${deps.clock()})
          and (c.cmd = 'stop' or c.cp_code <> all(${skippedCpCodes}::text[]))
        order by c.create_time limit ${CLAIM_MAX} for update of c skip locked)
      update device_command c set stat = ${sql.lit(running)}, sent_at = ${deps.clock()} from due where c.command_id = due.command_id returning c.cp_code, c.payload`.execute(
      tx,
    );
    const claimed: ClaimedCommand[] = [];
    for (const { cpCode, payload: command } of rows) {
      if (!options.beforeSend || (await options.beforeSend(tx, command)))
        claimed.push({
          cpCode,
          command: await prepared(tx, { cpCode, command }, { now: deps.clock(), secrets: deps.secrets, fileUrl: options.fileUrl }),
        });
      else await complete(tx, { command, remark: 'void', at: deps.clock() });
    }
    return claimed;
  });

/** Ends the session whose epoch the command names. A session that began later already knows of the change that the command was written for. */
const endSession = async (deps: Deps, gateway: DeviceGateway, { cpCode, command }: ClaimedCommand): Promise<void> => {
  if (command.cmd === 'endSession' && gateway.epochOf(cpCode) === command.epoch) gateway.kick(cpCode);
  await inSystem(deps.database, async (tx) => {
    await sql`update device_command set stat = ${sql.lit(completed)}, result = ${sql.lit(success)}, completed_at = ${deps.clock()} where command_id = ${command.commandId}`.execute(
      tx,
    );
  });
};

const prepared = async (tx: Tx, { cpCode, command: stored }: ClaimedCommand, parts: PrepareParts): Promise<DeviceCommand> => {
  let command = stored;
  for (const { prepare } of commandEffects) if (prepare) command = await prepare(tx, { cpCode, command }, parts);
  return command;
};

/** A command that sets the clock carries the time at which it is sent, not the time at which it was written. */
const withCurrentTime = (command: DeviceCommand, now: Date): DeviceCommand =>
  command.cmd === 'setParameter' && command.paramNo === parameterNo.items.systemTime.value
    ? { ...command, value: String(Math.floor(now.getTime() / 1_000)) }
    : command;

/** A command that could not be sent returns to waiting, or ends with the reason. */
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
    await endUnsent(tx, listeners, { command, now: deps.clock() });
  });
};

const endUnsent = async (
  tx: Tx,
  listeners: DispatchListeners,
  { command, now }: { readonly command: DeviceCommand; readonly now: Date },
): Promise<void> => {
  for (const { unsent } of commandEffects) await unsent?.(tx, command, now);
  await listeners.unsent?.(tx, command);
};

const complete = async (tx: Tx, completion: { readonly command: DeviceCommand; readonly remark: string; readonly at: Date }): Promise<void> => {
  await sql`update device_command set stat = ${sql.lit(completed)}, result = ${sql.lit(failure)}, remark = ${completion.remark}, completed_at = ${completion.at} where command_id = ${completion.command.commandId}`.execute(
    tx,
  );
};

/** Ends commands that waited too long for their pile, and commands that a dead process left running. */
const expire = (deps: Deps, listeners: DispatchListeners): Promise<void> =>
  inSystem(deps.database, async (tx) => {
    const now = deps.clock();
    const oldestWaiting = new Date(now.getTime() - WAIT_FOR_PILE_MS);
    const { rows } = await sql<{
      payload: DeviceCommand;
    }>`update device_command set stat = ${sql.lit(completed)}, result = ${sql.lit(failure)}, remark = 'expired', completed_at = ${now} where stat = ${sql.lit(notExecuted)} and (deadline <= ${now} or (deadline is null and create_time < ${oldestWaiting})) returning payload`.execute(
      tx,
    );
    for (const { payload } of rows) await endUnsent(tx, listeners, { command: payload, now });
    for (const { expire: expireOwn } of commandEffects) await expireOwn?.(tx, now);
    const oldestRunning = new Date(now.getTime() - RUNNING_MAX_MS);
    const oldestOfEarlierSession = new Date(now.getTime() - EARLIER_SESSION_MAX_MS);
    const { rows: lostRows } = await sql<{
      payload: DeviceCommand;
    }>`update device_command c set stat = ${sql.lit(completed)}, result = ${sql.lit(failure)}, remark = ${LOST}, completed_at = ${now}
      where c.stat = ${sql.lit(running)} and c.sent_at < ${oldestOfEarlierSession} and (c.sent_at < ${oldestRunning}
        or exists (select from pile_state s where s.cp_code = c.cp_code and s.online_since > c.sent_at)) returning payload`.execute(tx);
    for (const { payload } of lostRows) for (const { lost } of commandEffects) await lost?.(tx, payload, now);
  });

/** The remark of a command whose answer can no longer be expected. An answer that comes all the same counts. */
const LOST = 'lost';

/** Ends a command with the pile's answer, and calls the listeners. */
export const settleCommand = (
  deps: Deps,
  listeners: readonly CommandSettledListener[],
  event: { readonly pile: PileRef; readonly settlement: CommandSettlement },
): Promise<void> =>
  inSystem(deps.database, async (tx) => {
    const { settlement, pile } = event;
    const reply = settlement.outcome === 'answered' ? settlement.reply : undefined;
    const { rows } = await sql<{
      payload: DeviceCommand;
    }>`update device_command set stat = ${sql.lit(completed)}, result = ${reply?.result ?? failure}, remark = ${reply ? (reply.remark ?? null) : settlement.outcome}, key_val = ${reply?.keyVal ?? null},
      completed_at = ${new Date(settlement.atMs)} where command_id = ${settlement.commandId} and cp_code = ${pile.cpCode} and (stat < ${sql.lit(completed)} or ${settlement.outcome === 'answered' && settlement.late} or (remark = ${LOST} and ${settlement.outcome === 'answered'})) returning payload`.execute(
      tx,
    );
    const [row] = rows;
    if (!row) return;
    for (const { settled } of commandEffects) await settled?.(tx, { pile, command: row.payload, settlement });
    for (const listener of listeners) await listener(tx, { cpCode: pile.cpCode, settlement, command: row.payload });
  });
