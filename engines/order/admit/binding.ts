import { orderType } from '../codes.ts';
import { factsOf, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import type { SentenceOrText } from '../sentence.ts';
import { deviceAnswer, exception, refused, type DeviceRefusal, type RefusedVerdict } from '../verdict.ts';

/** Refuses messages that do not come from the order's own pile over its live, authenticated connection. */
export const bindingRefusal = ({ created }: OrderFacts, { pile }: Situation): RefusedVerdict | null => {
  if (!pile.authenticated) return refuseDevice('device.unauthenticated', pile.cpCode);
  if (pile.cpCode !== created.cpCode) {
    const detail = { says: 'otherPile', cpCode: created.cpCode, toldBy: pile.cpCode } as const;
    return refuseDevice('order.otherPile', detail, deviceAnswer.orderUnknown);
  }
  return pile.epochIsCurrent ? null : refuseDevice('device.staleEpoch', pile.cpCode);
};

/** Refuses a start or a sample of another gun. An end record of another gun is only flagged, because it bills energy that has flowed. */
export const gunRefusal = ({ created }: OrderFacts, gunNumber: number): RefusedVerdict | null => {
  if (gunNumber === created.gunNumber || gunNumber === 0) return null;
  const detail = { says: 'otherGun', gunNumber: created.gunNumber, toldGun: gunNumber } as const;
  return refuseDevice('order.otherGun', detail, deviceAnswer.orderNumberError);
};

export const refuseDevice = (
  refusal: DeviceRefusal,
  detail: SentenceOrText,
  answer: RefusedVerdict['answer'] = deviceAnswer.failed,
): RefusedVerdict => refused(refusal, { answer, effects: [exception(refusal, detail, true)] });

type MaybeCount = number | null | undefined;

/** Whether every reported value is a non-negative integer. */
export const areCounts = (values: readonly MaybeCount[]): boolean =>
  values.every((value) => value === null || value === undefined || (Number.isSafeInteger(value) && value >= 0));

/** State of charge in percent; an impossible value counts as not reported. */
export const socOf = (value: MaybeCount): number | null =>
  value !== null && value !== undefined && Number.isInteger(value) && value >= 0 && value <= 100 ? value : null;

/** Whether nobody requested or permitted this order: it was created for a gun that charged, for an end record, or for a refused start. */
export const wasFoundCharging = (facts: OrderFacts): boolean =>
  !facts.later.has('startCommand') && (facts.created.orderType !== orderType.online || refusedStart(facts) !== undefined);

/** Why a start that the pile reported after the fact was refused; undefined for an order that was permitted to start. */
export const refusedStart = (facts: OrderFacts) => factsOf(facts, 'flagOpened').find(({ flag }) => flag === 'startRefused');

/** Whether the pile reports under this order's number although the order was never permitted to start. */
export const isUncommanded = (facts: OrderFacts): boolean =>
  !facts.later.has('startCommand') && !facts.later.has('endRecord') && !wasFoundCharging(facts);
