const WIDE_PX = 13;

/** The width of a text in a table, in px. The width of the letters is estimated: Chinese, capitals, thin and other letters. */
export const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);
const letterWidth = (letter: string): number => {
  if (letter > 'ÿ') return WIDE_PX;
  if (/[A-Zmw]/u.test(letter)) return 10.6;
  return /[fijlrt .,:()]/u.test(letter) ? 5.4 : 8.2;
};
