/** A number that people read as `text` and that a spreadsheet adds up. */
export interface PrintedNumber {
  readonly text: string;
  readonly value: number;
}

/** A cell of a printed table. Null is an empty cell. */
export type PrintedCell = string | PrintedNumber | null;

export interface PrintedColumn {
  readonly header: string;
  /** The share of the width of the table, relative to the other columns. */
  readonly width: number;
  readonly align?: 'right';
}

export interface PrintedRow {
  readonly cells: readonly PrintedCell[];
  /** A sum, printed in bold. */
  readonly isSum?: boolean;
}

export interface PrintedTable {
  readonly title: string;
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly PrintedRow[];
  /** Rows beyond this number are in the workbook only, and the PDF says so with `more`. */
  readonly pdfRowsMax?: number;
  readonly more?: string;
}

/** A document for people, which becomes a PDF and a workbook. All texts are in the reader's language. */
export interface PrintedDocument {
  /** Who issues it, above the title. */
  readonly issuer: string;
  readonly title: string;
  readonly subtitle: string;
  /** Labels with their values, in two columns. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly tables: readonly PrintedTable[];
  readonly notes: readonly string[];
  /** At the foot of each page; `{page}` and `{pages}` are replaced. */
  readonly footer: string;
  /** When it was made, for the properties of the file. */
  readonly madeAt: Date;
}

export const pdfType = 'application/pdf';
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
