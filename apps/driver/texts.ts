import type { DriverOrderView, DriverText } from '#domains/driver/resources.ts';
import { clockText, moneyText, priceText } from './format.ts';
import type { FigureStyle } from './format.ts';
import type { Say } from './say.tsx';

/** What the texts of a step may name beside their own values. */
export interface TextFacts extends FigureStyle {
  readonly zone: string;
  readonly tel: string | null;
  readonly orderNo: string;
}

export const factsOf = ({ gun, currency, digits, orderNo }: DriverOrderView, language: FigureStyle['language']): TextFacts => ({
  language,
  currency,
  digits,
  zone: gun.zone,
  tel: gun.tel,
  orderNo,
});

/** A start usually takes so long, and it is given up after the second. */
export const START_USUAL_S = 20;
export const START_MAX_S = 60;

/** The sentence of a text of the server. The server decides which one; the page has only its words. */
export const sentenceOf = ({ code, values }: DriverText, facts: TextFacts, say: Say): string => {
  const { amountCents, waitedS = 0, at, reason, gunNo, priceE5, refundNo, hours } = values;
  const filled = {
    ...(amountCents !== undefined && { amount: moneyText(amountCents, facts) }),
    ...(at !== undefined && { time: clockText(at, facts.zone) }),
    ...(priceE5 !== undefined && { price: say('perKwh', { price: priceText(priceE5, facts) }) }),
    ...(gunNo !== undefined && { n: gunNo }),
    ...(refundNo !== undefined && { refundNo }),
    ...(hours !== undefined && { hours }),
    ...(facts.tel !== null && { tel: facts.tel }),
    no: facts.orderNo,
    reason: reasonOf(reason ?? '', say),
  };
  if (code === 'starting') {
    const isUsual = waitedS < START_USUAL_S;
    return say(isUsual ? 'starting' : 'startingLong', { s: Math.max(0, (isUsual ? START_USUAL_S : START_MAX_S) - waitedS) });
  }
  if (code === 'stopNotObeyed' && facts.tel === null) return say('stopNotObeyedAlone');
  return say(code, filled);
};

/** The groups of the pile's results, by their first number: what the car did, the insulation test, and the charger itself. */
const [FIRST_OF_CAR, FIRST_OF_INSULATION, FIRST_OF_CHARGER] = [161, 182, 186];

const reasonOf = (reason: string, say: Say): string => {
  const [, digits] = /^result:(\d+)$/u.exec(reason) ?? [];
  if (digits !== undefined) {
    const n = Number(digits);
    if (n >= FIRST_OF_CAR && n < FIRST_OF_INSULATION) return say('reasonCar', { n });
    return say(n >= FIRST_OF_INSULATION && n < FIRST_OF_CHARGER ? 'reasonInsulation' : 'reasonCharger', { n });
  }
  if (reason === 'tooLate') return say('reasonLate');
  if (reason === 'gun.notPlugged' || reason === 'gun.mustReplug') return say('reasonPlug');
  return say(reason.startsWith('gun.') ? 'reasonBusy' : 'reasonPile');
};
