import type { GunListener, SettledListener } from '#domains/device/server.ts';
import type { DeviceCommand } from '#engines/protocol/device.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { decide } from '../lifecycle/decide.server.ts';
import { hearGun } from './gun-status.server.ts';
import { createWaker } from '../lifecycle/notify-after-commit.server.ts';

/** What the charging domain does when a gun, a command or a session has news, in the transaction of that news. */
export const createListeners = (deps: Deps) => {
  const wakeLater = createWaker(deps);
  const gunReported: GunListener = async (tx, gun) => {
    const wake = new Set<string>();
    const row = await hearGun(tx, gun, { nowMs: deps.clock().getTime(), wake });
    wakeLater(wake, row);
  };
  const commandSettled: SettledListener = async (tx, { settlement, command }) => {
    const orderNo = 'chargingOrderNo' in command ? command.chargingOrderNo : undefined;
    if (orderNo === undefined || (command.cmd !== 'start' && command.cmd !== 'stop') || settlement.outcome !== 'answered') return;
    const wake = new Set<string>();
    const { result } = settlement.reply;
    const event =
      command.cmd === 'start' ? ({ kind: 'startReply', commandId: command.commandId, result } as const) : ({ kind: 'stopReply', result } as const);
    const decided = await decide(tx, { orderNo }, { event, nowMs: deps.clock().getTime(), actor: 'pile', wake });
    wakeLater(wake, decided?.row);
  };
  /** A start leaves only when its order still wants it, and that is kept before it touches the wire. */
  const commandLeaving = async (tx: Tx, command: DeviceCommand): Promise<boolean> => {
    if (command.cmd !== 'start') return true;
    const decided = await decide(
      tx,
      { orderNo: command.chargingOrderNo },
      { event: { kind: 'startSending' }, nowMs: deps.clock().getTime(), actor: 'dispatcher', wake: new Set() },
    );
    return decided?.verdict.ok ?? false;
  };
  /** It never touched the wire: the order ends and its money is free. */
  const commandUnsent = async (tx: Tx, command: DeviceCommand): Promise<void> => {
    if (command.cmd !== 'start') return;
    const wake = new Set<string>();
    const decided = await decide(
      tx,
      { orderNo: command.chargingOrderNo },
      { event: { kind: 'startUnsent' }, nowMs: deps.clock().getTime(), actor: 'dispatcher', wake },
    );
    wakeLater(wake, decided?.row);
  };
  return { gunReported, commandSettled, commandLeaving, commandUnsent };
};
