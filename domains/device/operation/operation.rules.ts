import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import type { ExtendedTriggeredMessage, TriggeredMessage } from '#engines/protocol/device-command.ts';
import { secretKey } from '#engines/protocol/ocpp16/conclude.ts';
import type { operationApi } from './operation.ts';
import type { OperationRefusal } from './operation.labels.ts';

/** The operations of this noun, and those of nouns with an interface of their own. */
export type OperationName = keyof typeof operationApi | 'rotateKey' | 'setChargingProfile' | 'clearChargingProfile' | 'readSchedule';

export interface OperatedPile {
  readonly name: string;
  readonly protocol: number;
  readonly disused: boolean;
  readonly online: boolean;
  readonly gunCount: number;
}

const ocppOnly: ReadonlySet<OperationName> = new Set([
  'unlockGun',
  'clearCache',
  'triggerMessage',
  'readKey',
  'setKey',
  'transferData',
  'rotateKey',
  'setChargingProfile',
  'clearChargingProfile',
  'readSchedule',
]);
/** OCPP 1.6 has no message for stored records. */
const nativeOnly: ReadonlySet<OperationName> = new Set(['recallOrders']);

/** Whether the protocol of a pile has a message for an operation. */
export const isSupported = (operation: OperationName, protocol: number): boolean =>
  !(protocol === pileProtocol.items.ocpp16.value ? nativeOnly : ocppOnly).has(operation);

/** Whether an operation may be sent now; `gunNumber` where it concerns one gun. */
export const mayOperate = (operation: OperationName, pile: OperatedPile, gunNumber?: number): Verdict<true, OperationRefusal> => {
  if (pile.disused) return deny('device.disused', { name: pile.name });
  if (!isSupported(operation, pile.protocol)) return deny('operation.unsupported');
  if (gunNumber !== undefined && gunNumber > pile.gunCount) return deny('device.noSuchGun', { name: pile.name, n: gunNumber });
  return pile.online ? allow(true) : deny('operation.offline');
};

type MessageTrigger =
  | { readonly cmd: 'trigger'; readonly message: TriggeredMessage }
  | { readonly cmd: 'extendedTrigger'; readonly message: ExtendedTriggeredMessage };

/** The command that asks for a message: TriggerMessage, or ExtendedTriggerMessage of the security extension. Each has one message of its own. */
export const triggerOf = (message: TriggeredMessage | ExtendedTriggeredMessage, isExtended: boolean): Verdict<MessageTrigger, OperationRefusal> => {
  if (isExtended) return message === 'DiagnosticsStatusNotification' ? deny('operation.notTriggered') : allow({ cmd: 'extendedTrigger', message });
  return message === 'LogStatusNotification' ? deny('operation.notTriggered') : allow({ cmd: 'trigger', message });
};

/** The secret of a pile has a way of its own, which also stores it. */
export const checkKey = (key: string): Verdict<true, OperationRefusal> => (secretKey.test(key) ? deny('operation.secretKey') : allow(true));

/** The longest span of a recall. A pile that keeps months of records would be busy with them for hours. */
export const RECALL_DAYS_MAX = 31;
const DAY_MS = 86_400_000;

interface RecallInput {
  readonly chargingOrderNo: string | null;
  readonly recallFrom: Date | null;
  readonly recallTo: Date | null;
  readonly confirmed: boolean;
}

/** What a recall sends: the number of one order, or a span that ends after it begins, not in the future, of at most `RECALL_DAYS_MAX` days. */
export const recallOf = (
  { chargingOrderNo, recallFrom, recallTo, confirmed }: RecallInput,
  now: Date,
): Verdict<{ readonly chargingOrderNo: string } | { readonly fromMs: number; readonly toMs: number }, OperationRefusal> => {
  const hasSpan = recallFrom !== null && recallTo !== null;
  if (chargingOrderNo === null ? !hasSpan : recallFrom !== null || recallTo !== null) return deny('operation.recallWhat');
  if (!confirmed) return deny('operation.recallUnconfirmed');
  if (chargingOrderNo !== null) return allow({ chargingOrderNo });
  const [fromMs, toMs] = [recallFrom?.getTime() ?? 0, recallTo?.getTime() ?? 0];
  if (toMs <= fromMs || fromMs > now.getTime()) return deny('operation.recallSpan');
  return toMs - fromMs > RECALL_DAYS_MAX * DAY_MS ? deny('operation.recallTooLong', { days: RECALL_DAYS_MAX }) : allow({ fromMs, toMs });
};
