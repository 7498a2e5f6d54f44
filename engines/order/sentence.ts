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

/** A message by its name, with its values; the end of a value's name is its unit. The client holds the translated texts. */
export interface Sentence extends Readonly<Record<string, string | number | bigint>> {
  readonly says: SentenceName;
}

/** The detail of a note beyond its code. A string is a text from a device or person, unchanged. */
export type SentenceOrText = Sentence | string;
