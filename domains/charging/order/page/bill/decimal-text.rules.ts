/** A decimal text without the zeros that say nothing: `1.15750` as `1.1575`. At least `digits` decimals stay. */
export const shortDecimal = (text: string, digits: number): string => {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(digits, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
};
