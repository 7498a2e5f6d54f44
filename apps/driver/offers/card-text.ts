import type { DriverCardTerms } from '#domains/driver/resources.ts';
import type { Language } from '../language.ts';
import type { Say } from '../say.tsx';
import type { PageWord } from '../words/words.ts';

const WH_PER_KWH = 1_000;
const FEES: Readonly<Record<DriverCardTerms['fees'][number], PageWord>> = { energy: 'lineEnergy', service: 'lineService', other: 'lineOther' };

/** What a card takes off and its limits, in a few words: "50% to pay of service · 300 kWh in all". */
export const cardText = (say: Say, language: Language, terms: DriverCardTerms): string => {
  const { payPercent, fees, quotaWh, timesLimit, dayWh, dayTimes, orderWh } = terms;
  const percent = payPercent === 0 ? say('cardFree') : say('couponPercent', { n: payPercent });
  const energy = (word: PageWord, wh: number | null): readonly string[] =>
    wh === null ? [] : [say(word, { n: new Intl.NumberFormat(language.replace('_', '-')).format(wh / WH_PER_KWH) })];
  return [
    fees.length === 0 ? percent : say('cardOf', { percent, items: fees.map((fee) => say(FEES[fee])).join(say('cardAnd')) }),
    ...energy('cardQuota', quotaWh),
    ...(timesLimit === null ? [] : [say('cardTimes', { n: timesLimit })]),
    ...energy('cardDayEnergy', dayWh),
    ...(dayTimes === null ? [] : [say('cardDayTimes', { n: dayTimes })]),
    ...energy('cardOrderEnergy', orderWh),
  ].join(' · ');
};

/** Where a card holds. */
export const cardPlaces = (say: Say, { places }: DriverCardTerms): string =>
  places.length === 0 ? say('cardEverywhere') : say('cardAt', { places: places.join(say('cardAnd')) });
