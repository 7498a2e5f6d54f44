/** A key or name as text. Other values, such as lists and objects, become JSON, never `[object Object]`. */
export const plainText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value === undefined ? '' : JSON.stringify(value);
};
