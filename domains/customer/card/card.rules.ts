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
  /** Minor units; `availableBal` is lower by the amount that running orders hold. */
  readonly cardBalance: bigint;
  readonly availableBal: bigint;
}

/** A card with its debt. */
export interface OwingCard extends CardFacts {
  readonly owedCents: bigint;
}

/** A void card is read-only. */
export const checkUsable = (card: Pick<CardFacts, 'icCardNo' | 'cardState'>): Verdict<true, CardRefusal> =>
  card.cardState === state.disused ? deny('card.discarded', { no: card.icCardNo }) : allow(true);

/** Whether the card can be voided without losing money: no balance, no hold and no debt. */
export const checkEmpty = (card: OwingCard): Verdict<true, CardRefusal> => {
  const { icCardNo: no, currency } = card;
  if (isCharging(card)) return deny('card.charging', { no });
  if (card.cardBalance !== 0n) return deny('card.hasMoney', { no, balance: formatScaled(card.cardBalance, 2), currency });
  return card.owedCents === 0n ? allow(true) : deny('card.owes', { no, owed: formatScaled(card.owedCents, 2), currency });
};

/** A void card stays void. A card with a balance is replaced, not voided, and a debt must be paid first. */
export const changeState = (card: OwingCard, wantedState: State): Verdict<{ readonly state: State; readonly operation: Operation }, CardRefusal> => {
  const usable = checkUsable(card);
  if (!usable.ok) return usable;
  if (wantedState === state.disused) {
    const empty = checkEmpty(card);
    if (!empty.ok) return empty;
  }
  return allow({ state: wantedState, operation: operationOf[wantedState] });
};

/** A new card takes over only when no order still holds money of the old one. */
export const checkReapply = (card: CardFacts, newIcCardNo: string): Verdict<true, CardRefusal> => {
  const usable = checkUsable(card);
  if (!usable.ok) return usable;
  if (isCharging(card)) return deny('card.charging', { no: card.icCardNo });
  return newIcCardNo === card.icCardNo ? deny('card.sameNumber') : allow(true);
};

/** The number of consecutive wrong passwords that locks a card. */
export const WRONG_PASSWORDS_MAX = 5;

/** A new password removes a lock that wrong passwords have set, but no other lock. */
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

/** A number is too long when every pile at which the card may be used speaks OCPP. Without any pile the check passes. */
export const checkLength = (icCardNo: string, piles: { readonly hasOcpp: boolean; readonly hasNative: boolean }): Verdict<true, CardRefusal> =>
  fitsOcpp(icCardNo) || piles.hasNative || !piles.hasOcpp ? allow(true) : deny('card.numberTooLong', { no: icCardNo, max: ID_TAG_LENGTH_MAX });

/** Card readers and OCPP differ in letter case, so a card's number is stored in capitals. */
export const normalizeCardNumber = (text: string): string => text.toUpperCase();
