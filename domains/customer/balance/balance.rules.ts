import { parseScaled } from '#kit/fields/scaled.ts';

/** Whether a balance is below its warning threshold. Both are in the wire format of money; a threshold of null never warns. */
export const isLow = (balance: string, threshold: string | null): boolean => {
  const [balanceCents, thresholdCents] = [parseScaled(balance, 2), parseScaled(threshold ?? '', 2)];
  return typeof balanceCents === 'bigint' && typeof thresholdCents === 'bigint' && balanceCents < thresholdCents;
};
