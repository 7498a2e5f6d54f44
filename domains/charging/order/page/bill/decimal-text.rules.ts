/** A decimal text without insignificant zeros: `1.15750` as `1.1575`. At least `digits` decimals stay. */
export const shortDecimal = (text: string, digits: number): string => {
  const [whole = '', fraction = ''] = text.split('.');
  const significant = fraction.replace(/0+$/, '').padEnd(digits, '0');
  return significant === '' ? whole : `${whole}.${significant}`;
};
