/** A byte order mark, by which spreadsheets recognise UTF-8. */
const MARK = '\uFEFF';

/** Rows as comma-separated text. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export const sheetText = (rows: readonly (readonly string[])[]): string =>
  MARK + rows.map((cells) => cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n');

const harmless = (text: string): string => (/^[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text);
