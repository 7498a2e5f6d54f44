export const sayings = [
  'energyUnknown',
  'meterDisagrees',
  'stagesDisagree',
  'nobodyToBill',
  'aboveCap',
  'amountsDiffer',
  'noAnswer',
  'lateReply',
  'gunAtRest',
  'nextStart',
  'pileBooted',
  'pileOffline',
  'gunTaken',
  'otherPile',
  'otherGun',
  'energyTold',
  'unknownRecords',
  'startRefused',
  'meterBackward',
  'energyUndeliverable',
  'stopBeforeStart',
  'slotsDisagree',
  'valueInvalid',
] as const;
export type SentenceName = (typeof sayings)[number];

/** A sentence by its name, with its values: the end of a value's name is its unit. Whoever reads it has the words. */
export interface Sentence extends Readonly<Record<string, string | number | bigint>> {
  readonly says: SentenceName;
}

/** What a note says beyond its code. A text is what somebody told, as it was told. */
export type SentenceOrText = Sentence | string;
