/** Whether a text is a JSON object or missing; anything else is an error of the page. */
export const isCondition = (text: string | undefined): boolean => {
  if (text === undefined || text === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};
