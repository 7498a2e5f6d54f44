import { orderType } from '../codes.ts';
import { factsOf, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import type { SentenceOrText } from '../sentence.ts';
import { deviceAnswer, exception, refused, type DeviceRefusal, type RefusedVerdict } from '../verdict.ts';

/** Refuses what does not come from the order's own pile over its live, authenticated connection. */
export const bindingRefusal = ({ created }: OrderFacts, { pile }: Situation): RefusedVerdict | null => {
  if (!pile.authenticated) return refuseDevice('device.unauthenticated', pile.cpCode);
  if (pile.cpCode !== created.cpCode) {
    const detail = { says: 'otherPile', cpCode: created.cpCode, toldBy: pile.cpCode } as const;
    return refuseDevice('order.otherPile', detail, deviceAnswer.orderUnknown);
  }
  return pile.epochIsCurrent ? null : refuseDevice('device.staleEpoch', pile.cpCode);
};

/** Refuses a start or a sample of another gun; an end record of another gun is only flagged, because it bills what flowed. */
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

/** Whether every value that was told is a whole number and not negative. */
export const areCounts = (values: readonly MaybeCount[]): boolean =>
  values.every((value) => value === null || value === undefined || (Number.isSafeInteger(value) && value >= 0));

/** State of charge in percent; what cannot be one counts as not told. */
export const socOf = (value: MaybeCount): number | null =>
  value !== null && value !== undefined && Number.isInteger(value) && value >= 0 && value <= 100 ? value : null;

/** Nobody asked for it, or was let: the order was made of a gun that charged, of a record, or of a start that was refused. */
export const wasFound = (facts: OrderFacts): boolean =>
  !facts.later.has('startCommand') && (facts.created.orderType !== orderType.online || refusedStart(facts) !== undefined);

/** Why the pile's start, told after the fact, was refused; undefined for an order that was let start. */
export const refusedStart = (facts: OrderFacts) => factsOf(facts, 'flagOpened').find(({ flag }) => flag === 'startRefused');

/** The pile reports under this order's number although nobody let it start. */
export const isUncommanded = (facts: OrderFacts): boolean => !facts.later.has('startCommand') && !facts.later.has('endRecord') && !wasFound(facts);
