import { itemOf } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { rateType } from '#domains/tariff/resources.ts';
import { privilegeCardWords } from './privilege-card.labels.ts';

/** A card as its form or its row has it; energies are decimal texts. */
export interface CardValue {
  readonly discountPercent?: number | null | undefined;
  readonly rateTypes?: readonly number[] | null | undefined;
  readonly orderLimit?: string | null | undefined;
  readonly dayLimit?: string | null | undefined;
  readonly quota?: string | null | undefined;
  readonly dayTimes?: number | null | undefined;
  readonly timesLimit?: number | null | undefined;
}

type Say = (words: Words, args?: Readonly<Record<string, string | number>>) => string;

/** What a card takes off, and its limits, in one sentence; empty while its value is missing. */
export const cardSentence = (say: Say, value: CardValue): string => {
  const { discountPercent: percent, rateTypes, quota, timesLimit, dayLimit, dayTimes, orderLimit } = value;
  if (percent === null || percent === undefined) return '';
  const items = (rateTypes ?? []).flatMap((type) => {
    const item = itemOf(rateType, type);
    return item ? [say(item.words)] : [];
  });
  return [
    percent === 0 ? say(privilegeCardWords.free) : say(privilegeCardWords.percentOff, { percent }),
    items.length > 0 ? say(privilegeCardWords.forItems, { items: items.join(say(privilegeCardWords.and)) }) : '',
    energyText(say, privilegeCardWords.inAllEnergy, quota),
    timesLimit ? say(privilegeCardWords.inAllTimes, { n: timesLimit }) : '',
    energyText(say, privilegeCardWords.ofDayEnergy, dayLimit),
    dayTimes ? say(privilegeCardWords.ofDayTimes, { n: dayTimes }) : '',
    energyText(say, privilegeCardWords.ofOrderEnergy, orderLimit),
  ].join('');
};

/** `300.0000` is shown as `300`. */
const energyText = (say: Say, words: Words, amount: string | null | undefined): string =>
  amount ? say(words, { amount: amount.replace(/\.?0+$/u, '') }) : '';
