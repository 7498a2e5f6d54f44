import type { GunListener, CommandSettledListener } from '#domains/device/server.ts';
import type { OrderEvent } from '#engines/order/admit.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { decide } from '../lifecycle/decide.server.ts';
import { orderWork } from '../lifecycle/order-work.server.ts';
import { applyGunStatus } from './gun-status.server.ts';

/** What the charging domain does when a gun reports or a command ends, in the transaction of that event. */
export const createListeners = (deps: Deps) => {
  const gunReported: GunListener = (tx, gun) => applyGunStatus(orderWork(deps, tx, gun.scope.cpCode), gun);
  const commandSettled: CommandSettledListener = async (tx, { settlement, command }) => {
    const orderNo = 'chargingOrderNo' in command ? command.chargingOrderNo : undefined;
    if (orderNo === undefined || (command.cmd !== 'start' && command.cmd !== 'stop') || settlement.outcome !== 'answered') return;
    const { result } = settlement.reply;
    const event: OrderEvent = command.cmd === 'start' ? { kind: 'startReply', commandId: command.commandId, result } : { kind: 'stopReply', result };
    await decide(orderWork(deps, tx, 'pile'), { orderNo }, { event });
  };
  const decideStartCommand = (tx: Tx, orderNo: string, kind: 'startSending' | 'startUnsent') =>
    decide(orderWork(deps, tx, 'dispatcher'), { orderNo }, { event: { kind } });
  /** A start is sent only if its order still wants it, and that is stored before the command leaves. */
  const beforeCommandSent = async (tx: Tx, command: DeviceCommand): Promise<boolean> => {
    if (command.cmd !== 'start') return true;
    const decided = await decideStartCommand(tx, command.chargingOrderNo, 'startSending');
    return decided?.verdict.ok ?? false;
  };
  /** The command was never sent, so the order ends and its hold is released. */
  const commandUnsent = async (tx: Tx, command: DeviceCommand): Promise<void> => {
    if (command.cmd === 'start') await decideStartCommand(tx, command.chargingOrderNo, 'startUnsent');
  };
  return { gunReported, commandSettled, beforeCommandSent, commandUnsent };
};
