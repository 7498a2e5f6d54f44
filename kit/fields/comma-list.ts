/** The parts of a comma-separated text, trimmed. Clients of the product family append a comma, which adds no part. */
export const commaList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
