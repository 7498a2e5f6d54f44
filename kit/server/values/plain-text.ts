/** A key or name as text. What is neither text nor number (a list, an object) is written as JSON, never as `[object Object]`. */
export const plainText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value === undefined ? '' : JSON.stringify(value);
};
