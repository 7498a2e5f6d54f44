import { parseScaled } from '#kit/fields/scaled.ts';

/** Whether a balance has fallen below its mark. Both as the wire writes money; a mark that is not set warns of nothing. */
export const isLow = (balance: string, mark: string | null): boolean => {
  const [held, wanted] = [parseScaled(balance, 2), parseScaled(mark ?? '', 2)];
  return typeof held === 'bigint' && typeof wanted === 'bigint' && held < wanted;
};
