const WIDE_PX = 13;
const NARROW_PX = 7.6;

/** The width of a text in a table, in px. The width of the letters is estimated, with a larger one for Chinese. */
export const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > 'ÿ' ? WIDE_PX : NARROW_PX), 0);
