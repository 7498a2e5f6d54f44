/** Marks the text as UTF-8 for spreadsheets. */
const MARK = '\uFEFF';

/** Rows as comma-separated text; what a spreadsheet would run as a formula gets an apostrophe in front. */
export const sheetText = (rows: readonly (readonly string[])[]): string =>
  MARK + rows.map((cells) => cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n');

const harmless = (text: string): string => (/^[=+\-@\t\r\0＝＋－＠]/.test(text) ? `'${text}` : text);
