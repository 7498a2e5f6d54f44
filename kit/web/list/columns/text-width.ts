const WIDE_PX = 13;
const NARROW_PX = 7.6;

/** What a text takes in a table, in px: letters are estimated, wide ones for Chinese. */
export const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > 'ÿ' ? WIDE_PX : NARROW_PX), 0);
