import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';

export const STARS = [1, 2, 3, 4, 5] as const;

/** What can be ticked, with its word. */
const TAG_WORDS = {
  fast: 'tagFast',
  easy_to_find: 'tagEasyToFind',
  clean: 'tagClean',
  fair_price: 'tagFairPrice',
  slow: 'tagSlow',
  faulty: 'tagFaulty',
  occupied: 'tagOccupied',
  dark: 'tagDark',
} as const satisfies Readonly<Record<string, PageWord>>;
type Tag = keyof typeof TAG_WORDS;
export const TAGS: readonly Tag[] = ['fast', 'easy_to_find', 'clean', 'fair_price', 'slow', 'faulty', 'occupied', 'dark'];
export const tagWord = (tag: Tag): PageWord => TAG_WORDS[tag];
export const isTag = (tag: string): tag is Tag => tag in TAG_WORDS;

/** So many stars of five. */
export const StarRow = ({ stars }: { readonly stars: number }) => {
  const { say } = useSay();
  return (
    <p className="stars">
      <span className="unseen">{say('starsOf', { n: stars })}</span>
      <span aria-hidden="true">{STARS.map((each) => (each <= stars ? '★' : '☆')).join('')}</span>
    </p>
  );
};
