import type { OrderFact } from '#engines/order/facts.ts';
import { stopReason } from '#domains/network/resources.ts';
import type { SentenceOrText } from '#engines/order/sentence.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import { say, wordsFor } from '#kit/fields/words.ts';
import type { Args, Words } from '#kit/fields/words.ts';
import { cancelCauseWords, logWords, quietCauseWords, stopCauseWords, sentenceWords } from './order-log.labels.ts';
import { abnormalReason, settleMethod, softFlagWords } from '../order.codes.ts';
import { orderType, startResult, startSource } from '#domains/device/resources.ts';
import { amountText, energyText, localText, refusalTexts } from '../display-text.rules.ts';
import type { TextContext } from '../display-text.rules.ts';

/** The content of a fact beyond its kind, as one line of text. */
export const factDetail = (fact: OrderFact, textContext: TextContext): string =>
  lineOf(fact, factFormatter(textContext))
    .filter((part) => part !== '')
    .join(' · ');

/** The instant shown for a fact: the pile's own where it reports one. */
export const factAtMs = (fact: OrderFact): number => {
  if (fact.kind === 'progress') return fact.lastAtMs;
  return fact.kind === 'gunQuiet' ? fact.sinceMs : fact.atMs;
};

const MINUTE_MS = 60_000;

type FactFormatter = ReturnType<typeof factFormatter>;

const factFormatter = (textContext: TextContext) => ({
  ...baseFormatter(textContext),
  sentence: (sentence: SentenceOrText): string =>
    typeof sentence === 'string' ? sentence : say(sentenceWords[sentence.says], textContext.language, refusalTexts(sentence, textContext)),
});

const baseFormatter = ({ language, currency, zone }: TextContext) => ({
  words: (words: Words, args: Args = {}): string => say(words, language, args),
  code: (codes: CodeTable, value: unknown): string => {
    const item = itemOf(codes, value);
    return item ? say(item.words, language) : String(value);
  },
  flag: (flag: string): string => {
    const item = itemOf(abnormalReason, flag);
    const soft = wordsFor(softFlagWords, flag);
    return item ? say(item.words, language) : soft ? say(soft, language) : flag;
  },
  amount: (cents: bigint): string => amountText(cents, currency),
  time: (atMs: number): string => localText(atMs, zone),
});

const lineOf = (fact: OrderFact, format: FactFormatter): readonly string[] => {
  switch (fact.kind) {
    case 'created':
      return [format.code(orderType, fact.orderType), format.code(startSource, fact.startSource)];
    case 'reserved':
      return [format.words(logWords.until, { time: format.time(fact.untilMs) })];
    case 'booked':
      return [
        format.words(logWords.window, { from: format.time(fact.fromMs), until: format.time(fact.untilMs) }),
        fact.payByMs === null ? '' : format.words(logWords.payBy, { time: format.time(fact.payByMs) }),
      ];
    case 'gunPromised':
      return [format.words(logWords.promised, { from: format.time(fact.reservedFromMs), time: format.time(fact.endByMs) })];
    case 'startCommand':
      return [
        format.words(fact.by === 'command' ? logWords.byCommand : logWords.byAnswer),
        format.words(logWords.until, { time: format.time(fact.deadlineMs) }),
      ];
    case 'startReply':
      return [format.words(fact.accepted ? logWords.accepted : logWords.refused)];
    case 'startResult':
      return [format.code(startResult, fact.result), format.time(fact.startAtMs), meter(fact.startMeterDwh, format), soc(fact.startSoc, format)];
    case 'clockFound':
      return [format.words(logWords.shifted, { minutes: Math.round(fact.shiftMs / MINUTE_MS) })];
    case 'progress':
      return [energy(fact.energyDwh, format), meter(fact.meterDwh, format), soc(fact.soc, format)];
    case 'gunQuiet':
      return [format.words(quietCauseWords[fact.cause])];
    case 'stopRequested':
      return [format.words(stopCauseWords[fact.cause])];
    case 'cancelled':
      return [format.words(cancelCauseWords[fact.cause])];
    case 'endRecord':
      return [
        format.code(stopReason, fact.stopReason),
        format.time(fact.stopAtMs + fact.clockShiftMs),
        energy(fact.energyDwh, format),
        meter(fact.stopMeterDwh, format),
        soc(fact.stopSoc, format),
      ];
    case 'manualEnd':
      return [energy(fact.energyDwh, format), soc(fact.stopSoc, format)];
    case 'flagOpened':
    case 'flagClosed':
      return [format.flag(fact.flag), 'detail' in fact ? format.sentence(fact.detail) : ''];
    case 'settled':
      return [format.code(settleMethod, fact.method === 'auto' ? 1 : 2), format.words(logWords.total, { amount: format.amount(fact.totalCents) })];
    case 'adjusted':
      return [
        format.words(fact.outcome === 'booked' ? logWords.adjusted : logWords.adjustDeclined, { amount: difference(fact.differenceCents, format) }),
      ];
    case 'refundRequested':
      return [format.amount(fact.amountCents)];
    case 'refundResult':
      return [format.words(fact.succeeded ? logWords.succeeded : logWords.failed)];
    case 'bookingPaid':
    case 'gunNotFree':
    case 'partyAssigned':
    case 'recordAdopted':
    case 'startDoubted':
    case 'startSent':
    case 'stopSent':
    case 'stopConfirmed':
    case 'refunded':
    case 'deleted':
      return [];
  }
};

/** With its sign: above zero the customer pays more. */
const difference = (cents: bigint | null, format: FactFormatter): string => (cents === null ? '' : `${cents > 0n ? '+' : ''}${format.amount(cents)}`);
const energy = (dwh: number | null, format: FactFormatter): string =>
  dwh === null ? '' : format.words(logWords.energy, { energy: energyText(dwh) });
const meter = (dwh: number | null, format: FactFormatter): string => (dwh === null ? '' : format.words(logWords.meter, { meter: energyText(dwh) }));
const soc = (value: number | null, format: FactFormatter): string => (value === null ? '' : format.words(logWords.soc, { soc: value }));
