import type { OrderFact } from '#engines/order/facts.ts';
import { stopReason } from '#domains/network/resources.ts';
import type { SentenceOrText } from '#engines/order/sentence.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import { say, wordsFor } from '#kit/fields/words.ts';
import type { Args, Words } from '#kit/fields/words.ts';
import { cancelCauseWords, logWords, quietCauseWords, stopCauseWords, sayingWords } from './order-log.labels.ts';
import { abnormalReason, settleMethod, softFlagWords } from '../order.codes.ts';
import { orderType, startResult, startSource } from '#domains/device/resources.ts';
import { amountText, energyText, localText, spoken } from '../display-text.rules.ts';
import type { TextContext } from '../display-text.rules.ts';

/** What a fact says beyond its kind, as a line for people. */
export const factDetail = (fact: OrderFact, speaking: TextContext): string =>
  lineOf(fact, tongue(speaking))
    .filter((part) => part !== '')
    .join(' · ');

/** When a fact is shown to have happened: the pile's own instant where it tells one. */
export const factAtMs = (fact: OrderFact): number => {
  if (fact.kind === 'progress') return fact.lastAtMs;
  return fact.kind === 'gunQuiet' ? fact.sinceMs : fact.atMs;
};

const MINUTE_MS = 60_000;

type FactFormatter = ReturnType<typeof tongue>;

const tongue = (speaking: TextContext) => ({
  ...plainTongue(speaking),
  said: (said: SentenceOrText): string => (typeof said === 'string' ? said : say(sayingWords[said.says], speaking.language, spoken(said, speaking))),
});

const plainTongue = ({ language, currency, zone }: TextContext) => ({
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

const lineOf = (fact: OrderFact, tell: FactFormatter): readonly string[] => {
  switch (fact.kind) {
    case 'created':
      return [tell.code(orderType, fact.orderType), tell.code(startSource, fact.startSource)];
    case 'reserved':
      return [tell.words(logWords.until, { time: tell.time(fact.untilMs) })];
    case 'startCommand':
      return [
        tell.words(fact.by === 'command' ? logWords.byCommand : logWords.byAnswer),
        tell.words(logWords.until, { time: tell.time(fact.deadlineMs) }),
      ];
    case 'startReply':
      return [tell.words(fact.accepted ? logWords.accepted : logWords.refused)];
    case 'startResult':
      return [tell.code(startResult, fact.result), tell.time(fact.startAtMs), meter(fact.startMeterDwh, tell), soc(fact.startSoc, tell)];
    case 'clockFound':
      return [tell.words(logWords.shifted, { minutes: Math.round(fact.shiftMs / MINUTE_MS) })];
    case 'progress':
      return [energy(fact.energyDwh, tell), meter(fact.meterDwh, tell), soc(fact.soc, tell)];
    case 'gunQuiet':
      return [tell.words(quietCauseWords[fact.cause])];
    case 'stopRequested':
      return [tell.words(stopCauseWords[fact.cause])];
    case 'cancelled':
      return [tell.words(cancelCauseWords[fact.cause])];
    case 'endRecord':
      return [
        tell.code(stopReason, fact.stopReason),
        tell.time(fact.stopAtMs + fact.clockShiftMs),
        energy(fact.energyDwh, tell),
        meter(fact.stopMeterDwh, tell),
        soc(fact.stopSoc, tell),
      ];
    case 'manualEnd':
      return [energy(fact.energyDwh, tell), soc(fact.stopSoc, tell)];
    case 'flagOpened':
    case 'flagClosed':
      return [tell.flag(fact.flag), 'detail' in fact ? tell.said(fact.detail) : ''];
    case 'settled':
      return [tell.code(settleMethod, fact.method === 'auto' ? 1 : 2), tell.words(logWords.total, { amount: tell.amount(fact.totalCents) })];
    case 'adjusted':
      return [
        tell.words(fact.outcome === 'booked' ? logWords.adjusted : logWords.adjustDeclined, { amount: difference(fact.differenceCents, tell) }),
      ];
    case 'refundRequested':
      return [tell.amount(fact.amountCents)];
    case 'refundResult':
      return [tell.words(fact.succeeded ? logWords.succeeded : logWords.failed)];
    case 'partyAssigned':
    case 'recordAdopted':
    case 'startSent':
    case 'stopSent':
    case 'stopConfirmed':
    case 'refunded':
    case 'deleted':
      return [];
  }
};

/** With its sign: above zero the customer pays more. */
const difference = (cents: bigint | null, tell: FactFormatter): string => (cents === null ? '' : `${cents > 0n ? '+' : ''}${tell.amount(cents)}`);
const energy = (dwh: number | null, tell: FactFormatter): string => (dwh === null ? '' : tell.words(logWords.energy, { energy: energyText(dwh) }));
const meter = (dwh: number | null, tell: FactFormatter): string => (dwh === null ? '' : tell.words(logWords.meter, { meter: energyText(dwh) }));
const soc = (value: number | null, tell: FactFormatter): string => (value === null ? '' : tell.words(logWords.soc, { soc: value }));
