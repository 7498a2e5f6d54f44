/**
 * The keys of a comma-separated list in order, including duplicates, because texts are assigned to them by position. Clients of the product family
 * append a comma.
 */
export const splitKeys = (text: string): readonly string[] => {
  const keys = text.split(',').map((part) => part.trim());
  return keys.at(-1) === '' ? keys.slice(0, -1) : keys;
};
