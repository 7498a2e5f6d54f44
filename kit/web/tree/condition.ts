/** The text of a JSON object, or nothing; anything else is a mistake of the page. */
export const isCondition = (text: string | undefined): boolean => {
  if (text === undefined || text === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};
