import { useSay } from '#kit/web/language.ts';
import { cardSentence } from './card-sentence.rules.ts';
import type { CardValue } from './card-sentence.rules.ts';

/** The terms of a held card with its limits, in one sentence. */
export const CardTermsText = ({ value }: { readonly value: CardValue }) => {
  const text = cardSentence(useSay(), value);
  return (
    <span className="co-clip" title={text}>
      {text}
    </span>
  );
};
