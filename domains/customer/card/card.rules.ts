import { ID_TAG_LENGTH_MAX } from '#engines/protocol/ocpp16/id-tag.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { cardState, csrFlag } from './card.codes.ts';
import type { CardRefusal } from './card.labels.ts';

type State = CodeValue<typeof cardState>;
export type Operation = CodeValue<typeof csrFlag>;
const state = valuesOf(cardState);
const operation = valuesOf(csrFlag);

export interface CardFacts {
  readonly icCardNo: string;
  readonly cardState: State;
  readonly currency: string;
  /** Minor units; `availableBal` is less by what running orders hold. */
  readonly cardBalance: bigint;
  readonly availableBal: bigint;
}

/** A card, and what it owes besides. */
export interface OwingCard extends CardFacts {
  readonly owedCents: bigint;
}

/** A void card is only looked at. */
export const checkUsable = (card: Pick<CardFacts, 'icCardNo' | 'cardState'>): Verdict<true, CardRefusal> =>
  card.cardState === state.disused ? deny('card.discarded', { no: card.icCardNo }) : allow(true);

/** Whether the card can go without anything being lost. */
export const checkEmpty = (card: OwingCard): Verdict<true, CardRefusal> => {
  const { icCardNo: no, currency } = card;
  if (isCharging(card)) return deny('card.charging', { no });
  if (card.cardBalance !== 0n) return deny('card.hasMoney', { no, balance: formatScaled(card.cardBalance, 2), currency });
  return card.owedCents === 0n ? allow(true) : deny('card.owes', { no, owed: formatScaled(card.owedCents, 2), currency });
};

/** A card that is void stays void; one that holds money is replaced, not voided, and one that owes has to pay first. */
export const changeState = (card: OwingCard, wanted: State): Verdict<{ readonly state: State; readonly operation: Operation }, CardRefusal> => {
  const usable = checkUsable(card);
  if (!usable.ok) return usable;
  if (wanted === state.disused) {
    const empty = checkEmpty(card);
    if (!empty.ok) return empty;
  }
  return allow({ state: wanted, operation: operationOf[wanted] });
};

/** A new card takes over only when no order still holds money of the old one. */
export const checkReapply = (card: CardFacts, newIcCardNo: string): Verdict<true, CardRefusal> => {
  const usable = checkUsable(card);
  if (!usable.ok) return usable;
  if (isCharging(card)) return deny('card.charging', { no: card.icCardNo });
  return newIcCardNo === card.icCardNo ? deny('card.sameNumber') : allow(true);
};

/** Wrong passwords in a row that lock a card. */
export const WRONG_PASSWORDS_MAX = 5;

/** A new password ends a lock that wrong ones have set, and no other. */
export const stateAfterReset = (card: { readonly cardState: State; readonly errorCount: number }): State =>
  card.cardState === state.locked && card.errorCount >= WRONG_PASSWORDS_MAX ? state.normal : card.cardState;

const isCharging = (card: CardFacts): boolean => card.availableBal !== card.cardBalance;

const operationOf: Readonly<Record<State, Operation>> = {
  [state.normal]: operation.enable,
  [state.locked]: operation.lock,
  [state.disabled]: operation.disable,
  [state.disused]: operation.discard,
};

/** Whether an OCPP 1.6 pile can send this number. */
export const fitsOcpp = (icCardNo: string): boolean => icCardNo.length <= ID_TAG_LENGTH_MAX;

/** A number is no good where every pile that the card may be used at speaks OCPP. Without any pile nothing is known yet. */
export const checkLength = (icCardNo: string, piles: { readonly hasOcpp: boolean; readonly hasNative: boolean }): Verdict<true, CardRefusal> =>
  fitsOcpp(icCardNo) || piles.hasNative || !piles.hasOcpp ? allow(true) : deny('card.numberTooLong', { no: icCardNo, max: ID_TAG_LENGTH_MAX });

/** Readers and OCPP do not agree about letters, so a card's number is kept in capitals. */
export const plainNumber = (typed: string): string => typed.toUpperCase();
