import { parseScaled } from '#kit/fields/scaled.ts';

/** Whether a balance is below its warning threshold. Both are in the wire format of money; a threshold of null never warns. */
export const isLow = (balance: string, mark: string | null): boolean => {
  const [held, wanted] = [parseScaled(balance, 2), parseScaled(mark ?? '', 2)];
  return typeof held === 'bigint' && typeof wanted === 'bigint' && held < wanted;
};
