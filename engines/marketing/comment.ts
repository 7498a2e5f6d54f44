/** The states of a driver's comment. */
export const commentStatus = { pending: 0, published: 1, rejected: 2, hidden: 3 } as const;
export type CommentStatus = (typeof commentStatus)[keyof typeof commentStatus];

/** What the machine says of a text before a person has read it. */
export const machineVerdict = { pass: 'pass', review: 'review', block: 'block' } as const;
export type MachineVerdict = (typeof machineVerdict)[keyof typeof machineVerdict];

/** So many different people who report a published comment hide it until a person has judged it. */
export const REPORTS_THAT_HIDE = 3;
/** A comment with fewer stars is never published without a person. */
const STARS_WITHOUT_PERSON = 3;
/** An author with fewer settled orders is never published without a person. */
const ORDERS_WITHOUT_PERSON = 3;

const successors: Readonly<Record<CommentStatus, readonly CommentStatus[]>> = {
  [commentStatus.pending]: [commentStatus.published, commentStatus.rejected],
  [commentStatus.published]: [commentStatus.hidden],
  [commentStatus.rejected]: [commentStatus.published],
  [commentStatus.hidden]: [commentStatus.published],
};

/** Whether a person may move a comment from one state to another. */
export const mayMove = (from: CommentStatus, to: CommentStatus): boolean => successors[from].includes(to);

/** Whether a state needs a reason that its author can read. */
export const needsReason = (to: CommentStatus): boolean => to === commentStatus.rejected || to === commentStatus.hidden;

export interface JudgedText {
  readonly verdict: MachineVerdict;
  /** The blocked words and the kinds of what was found: `link`, `phone`, `repeated`. */
  readonly found: readonly string[];
}

/**
 * Judges a text. A blocked word is found in any width and case, and with anything between its letters.
 *
 * @param words blocked words
 * @param isRepeated the same text was sent for another order within a day
 */
export const judgeText = (text: string, { words, isRepeated }: { readonly words: readonly string[]; readonly isRepeated: boolean }): JudgedText => {
  const plain = lettersOf(text);
  const blocked = words.filter((word) => lettersOf(word) !== '' && plain.includes(lettersOf(word)));
  if (blocked.length > 0) return { verdict: machineVerdict.block, found: blocked };
  const wide = text.normalize('NFKC').toLowerCase();
  const found = [
    ...(LINK.test(wide) ? ['link'] : []),
    ...(PHONE.test(wide.replace(/[\s().+-]/gu, '')) ? ['phone'] : []),
    ...(isRepeated ? ['repeated'] : []),
  ];
  return { verdict: found.length > 0 ? machineVerdict.review : machineVerdict.pass, found };
};
const LINK = /https?:|www\.|[a-z0-9-]{2,}\.(?:com|cn|net|org|top|xyz|cc|io|hk|tw|eu|de)\b/u;
/** Seven digits in a row, once what people write between them is gone. */
const PHONE = /\d{7}/u;
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a comment may be published at once where an operator allows that. */
export const isPublishedAtOnce = ({
  verdict,
  score,
  orders,
}: {
  readonly verdict: MachineVerdict;
  readonly score: number;
  readonly orders: number;
}): boolean => verdict === machineVerdict.pass && score >= STARS_WITHOUT_PERSON && orders >= ORDERS_WITHOUT_PERSON;

/** The stars of a number of comments. */
export interface StarSum {
  readonly count: number;
  readonly stars: number;
}

/** A station shows its mean from this number of comments on. */
const COUNT_SHOWN = 5;

/**
 * The mean of a station in tenths of a star, pulled towards the mean of its network as if that had been said five times more; null for a station with too
 * few comments. A few early comments can therefore neither lift a station to the top nor sink it.
 */
export const stationTenths = (station: StarSum, network: StarSum): number | null => {
  if (station.count < COUNT_SHOWN || network.count === 0) return null;
  return Math.round((10 * (station.stars + (COUNT_SHOWN * network.stars) / network.count)) / (station.count + COUNT_SHOWN));
};
