/**
 * Converts a decimal text to an integer times 10^scale, or returns the problem. Accepts what JSON and spreadsheets write: `12`, `-0.5`. `1,000` is
 * refused, because it is a thousand in some countries and one in others.
 */
export const parseScaled = (raw: string, scale: number): bigint | 'notNumber' | 'tooPrecise' => {
  const match = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/.exec(raw.trim());
  if (!match) return 'notNumber';
  const [, sign, whole = '', fraction = ''] = match;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > scale) return 'tooPrecise';
  const size = BigInt(whole + significant.padEnd(scale, '0'));
  return sign ? -size : size;
};

/** The decimal text of a scaled integer: `formatScaled(1230n, 2)` is `12.30`. */
export const formatScaled = (value: bigint, scale: number): string => {
  if (scale === 0) return String(value);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};
