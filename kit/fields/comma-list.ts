/** The parts of a text that commas separate, trimmed; a trailing comma is the family's habit and adds none. */
export const commaList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
