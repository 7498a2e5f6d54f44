// Prints documents one after another in a separate thread. Any error ends the thread.
import { createRequire } from 'node:module';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { fonts as fontFiles } from '@embedpdf/fonts-sc';
import { writeXlsx } from 'hucre/xlsx';
import PdfDocument from 'pdfkit';

/** @typedef {import('../../resource/printed-document.ts').PrintedDocument} PrintedDocument */
/** @typedef {import('../../resource/printed-document.ts').PrintedTable} PrintedTable */
/** @typedef {import('../../resource/printed-document.ts').PrintedCell} PrintedCell */

const fontFolder = path.join(path.dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts');
const fonts = { text: font(400), bold: font(700) };

/** @param {number} wanted its weight */
function font(wanted) {
  const { file } = fontFiles.find(({ weight }) => weight === wanted) ?? { file: '' };
  return readFileSync(path.join(fontFolder, file));
}

parentPort?.on('message', (task) => void print(task));

/** @param {{ readonly document: PrintedDocument, readonly withWorkbook: boolean }} task */
async function print({ document, withWorkbook }) {
  const pdf = await pdfOf(document);
  const xlsx = withWorkbook ? await workbookOf(document) : undefined;
  parentPort?.postMessage({ pdf, xlsx });
}

/** In points: the page is A4. */
const MARGIN = 42;
const PAGE = { width: 595.28, height: 841.89 };
const INNER = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN - 18;
/** A table with many columns has smaller letters, so that numbers stay on one line. */
const CELL = { padX: 3, padY: 3.5, size: 8.5, manyColumns: 7, smallSize: 7.4 };
const INK = { text: '#1f2329', faint: '#646a73', line: '#d0d3d6', head: '#f2f3f5' };

/** @param {PrintedDocument} document @returns {Promise<Uint8Array>} */
async function pdfOf(document) {
  const { title, issuer, madeAt } = document;
  const info = { Title: `${title} ${document.subtitle}`, Author: issuer, CreationDate: madeAt, ModDate: madeAt };
  // No default font: the library's own have no Chinese characters, and a font that is given here would be opened again at each change of fonts.
  const doc = new PdfDocument({ size: 'A4', margin: MARGIN, bufferPages: true, autoFirstPage: false, font: '', info });
  /** @type {Buffer[]} */
  const chunks = [];
  doc.on('data', (chunk) => chunks.push(chunk));
  const done = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject));
  doc.registerFont('text', fonts.text);
  doc.registerFont('bold', fonts.bold);
  doc.addPage();
  drawHead(doc, document);
  for (const table of document.tables) drawTable(doc, table);
  for (const note of document.notes) drawNote(doc, note);
  drawFooters(doc, document.footer);
  doc.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

/** @param {PDFKit.PDFDocument} doc @param {PrintedDocument} document */
function drawHead(doc, { issuer, title, subtitle, facts }) {
  doc.font('text').fontSize(9.5).fillColor(INK.faint).text(issuer, MARGIN, MARGIN, { width: INNER });
  doc
    .font('bold')
    .fontSize(18)
    .fillColor(INK.text)
    .text(title, MARGIN, doc.y + 4, { width: INNER });
  doc
    .font('text')
    .fontSize(11)
    .fillColor(INK.text)
    .text(subtitle, MARGIN, doc.y + 2, { width: INNER });
  let y = doc.y + 10;
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + INNER, y)
    .lineWidth(0.7)
    .strokeColor(INK.line)
    .stroke();
  y += 8;
  const half = INNER / 2;
  for (let at = 0; at < facts.length; at += 2) {
    const heights = facts.slice(at, at + 2).map(([label, value], column) => {
      const x = MARGIN + column * half;
      doc.font('text').fontSize(9).fillColor(INK.faint).text(label, x, y, { width: 92 });
      doc.fillColor(INK.text).text(value, x + 96, y, { width: half - 104 });
      return doc.y - y;
    });
    y += Math.max(...heights, 12) + 3;
  }
  doc.y = y + 4;
}

/** @param {PDFKit.PDFDocument} doc @param {PrintedTable} table */
function drawTable(doc, { title, columns, rows, pdfRowsMax = Infinity, more = '' }) {
  if (doc.y + 64 > BOTTOM) doc.addPage();
  doc
    .font('bold')
    .fontSize(11)
    .fillColor(INK.text)
    .text(title, MARGIN, doc.y + 8, { width: INNER });
  const whole = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => (width / whole) * INNER);
  let y = doc.y + 4;
  const head = { cells: columns.map(({ header }) => header), isHead: true };
  y = drawRow(doc, { row: head, columns, widths, y });
  const printed = rows.slice(0, pdfRowsMax);
  for (const [at, row] of printed.entries()) {
    // A sum stays with the line before it.
    const next = printed[at + 1];
    const sumHeight = next?.isSum === true ? heightOf(doc, next.cells, widths) : 0;
    if (y + heightOf(doc, row.cells, widths) + sumHeight > BOTTOM) {
      doc.addPage();
      y = drawRow(doc, { row: head, columns, widths, y: MARGIN });
    }
    y = drawRow(doc, { row, columns, widths, y });
  }
  doc.y = y;
  if (rows.length > pdfRowsMax) drawNote(doc, more);
}

/** @param {PDFKit.PDFDocument} doc @param {readonly PrintedCell[]} cells @param {readonly number[]} widths */
function heightOf(doc, cells, widths) {
  const heights = cells.map((cell, at) => doc.heightOfString(textOf(cell), { width: (widths[at] ?? 0) - 2 * CELL.padX }));
  return Math.max(...heights, 0) + 2 * CELL.padY;
}

/**
 * @param {PDFKit.PDFDocument} doc
 * @param {{ readonly row: { readonly cells: readonly PrintedCell[], readonly isSum?: boolean, readonly isHead?: boolean }, readonly columns: PrintedTable['columns'], readonly widths: readonly number[], readonly y: number }} place
 * @returns {number} where the next row begins
 */
function drawRow(doc, { row, columns, widths, y }) {
  const { cells, isSum = false, isHead = false } = row;
  doc.font(isSum || isHead ? 'bold' : 'text').fontSize(columns.length >= CELL.manyColumns ? CELL.smallSize : CELL.size);
  const height = heightOf(doc, cells, widths);
  if (isHead) doc.rect(MARGIN, y, INNER, height).fill(INK.head);
  // The gap of a line lies below its letters; half of it above them puts them into the middle of the row.
  const top = y + CELL.padY + (doc.currentLineHeight(true) - doc.currentLineHeight(false)) / 2;
  let x = MARGIN;
  for (const [at, cell] of cells.entries()) {
    const width = widths[at] ?? 0;
    doc.fillColor(isHead ? INK.faint : INK.text);
    doc.text(textOf(cell), x + CELL.padX, top, { width: width - 2 * CELL.padX, align: columns[at]?.align ?? 'left' });
    x += width;
  }
  doc
    .moveTo(MARGIN, y + height)
    .lineTo(MARGIN + INNER, y + height)
    .lineWidth(isSum ? 0.9 : 0.4)
    .strokeColor(INK.line)
    .stroke();
  return y + height;
}

/** @param {PDFKit.PDFDocument} doc @param {string} note */
function drawNote(doc, note) {
  if (doc.y + 30 > BOTTOM) doc.addPage();
  doc
    .font('text')
    .fontSize(8.5)
    .fillColor(INK.faint)
    .text(note, MARGIN, doc.y + 8, { width: INNER });
}

/** @param {PDFKit.PDFDocument} doc @param {string} footer */
function drawFooters(doc, footer) {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // The foot lies in the margin, where text would otherwise begin a new page.
    doc.page.margins.bottom = 0;
    const text = footer.replace('{page}', String(page + 1)).replace('{pages}', String(count));
    doc
      .font('text')
      .fontSize(8)
      .fillColor(INK.faint)
      .text(text, MARGIN, PAGE.height - MARGIN, { width: INNER, align: 'center', lineBreak: false });
  }
}

/** @param {PrintedCell} cell */
function textOf(cell) {
  return cell === null ? '' : typeof cell === 'string' ? cell : cell.text;
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front. @param {string} text */
function safeText(text) {
  return /^[=+\-@\t\r\0＝＋－＠]/u.test(text) ? `'${text}` : text;
}

/** One sheet with the head of the document, and one for each table. @param {PrintedDocument} document @returns {Promise<Uint8Array>} */
async function workbookOf({ title, subtitle, issuer, facts, tables, notes }) {
  const head = [[issuer], [title], [subtitle], [], ...facts.map((fact) => [...fact]), [], ...notes.map((note) => [note])];
  const sheets = tables.map(({ title: name, columns, rows }) => ({
    name: sheetName(name),
    columns: columns.map(({ header }, at) => {
      const cells = rows.slice(0, MEASURED_ROWS).map((row) => row.cells[at] ?? null);
      return { width: sheetWidth([header, ...cells.map(textOf)]), ...numberFormat(cells) };
    }),
    freezePane: { rows: 1 },
    rows: [columns.map(({ header }) => header), ...rows.map(({ cells }) => cells.map(sheetCell))],
  }));
  const first = { name: sheetName(title), columns: [{ width: 22 }, { width: 44 }], rows: head.map((row) => row.map(sheetCell)) };
  return writeXlsx({ sheets: [first, ...sheets] });
}

const MEASURED_ROWS = 1_000;
const SHEET_WIDTH = { least: 12, most: 44, margin: 2 };
/** The width of a column in digits; a Chinese character takes two. @param {readonly string[]} texts */
function sheetWidth(texts) {
  const digits = texts.map((text) => [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0));
  return Math.min(Math.max(...digits, SHEET_WIDTH.least) + SHEET_WIDTH.margin, SHEET_WIDTH.most);
}

/** As many decimals as the texts of a column of numbers have. @param {readonly PrintedCell[]} cells */
function numberFormat(cells) {
  const numbers = cells.filter((cell) => cell !== null && typeof cell === 'object');
  const decimals = Math.max(0, ...numbers.map(({ text }) => /\.(\d+)/u.exec(text)?.[1]?.length ?? 0));
  return decimals === 0 ? {} : { numFmt: `#,##0.${'0'.repeat(decimals)}` };
}

/** @param {PrintedCell} cell @returns {string | number | null} */
function sheetCell(cell) {
  return cell === null ? null : typeof cell === 'string' ? safeText(cell) : cell.value;
}

/** Excel allows 31 characters, and not these. @param {string} name */
function sheetName(name) {
  return name.replaceAll(/[:\\/?*[\]']/gu, ' ').slice(0, 31);
}
