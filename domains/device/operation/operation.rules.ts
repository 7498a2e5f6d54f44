import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import type { operationApi } from './operation.ts';
import type { OperationRefusal } from './operation.labels.ts';

export type OperationName = keyof typeof operationApi;

export interface OperatedPile {
  readonly name: string;
  readonly protocol: number;
  readonly disused: boolean;
  readonly online: boolean;
  readonly gunCount: number;
}

const ocppOnly: ReadonlySet<OperationName> = new Set(['unlockGun', 'clearCache']);

/** Whether the protocol of a pile has a message for an operation. The native protocol has none for a cable or a cache. */
export const isSupported = (operation: OperationName, protocol: number): boolean =>
  protocol === pileProtocol.items.ocpp16.value || !ocppOnly.has(operation);

/** Whether an operation may be sent now; `gunNumber` where it concerns one gun. */
export const mayOperate = (operation: OperationName, pile: OperatedPile, gunNumber?: number): Verdict<true, OperationRefusal> => {
  if (pile.disused) return deny('device.disused', { name: pile.name });
  if (!isSupported(operation, pile.protocol)) return deny('operation.unsupported');
  if (gunNumber !== undefined && gunNumber > pile.gunCount) return deny('device.noSuchGun', { name: pile.name, n: gunNumber });
  return pile.online ? allow(true) : deny('operation.offline');
};
