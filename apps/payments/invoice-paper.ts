import { sumsOf } from '#engines/invoice/tax.ts';
import { timeText } from '#engines/time/calendar.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { PrintedDocument } from '#kit/resource/printed-document.ts';
import type { StandInInvoice, StandInLine, StandInRed } from './invoice-books.ts';

/** The layout file of the stand-in, which says on its face that it is no tax document. */

const ZONE = 'Asia/Shanghai';
const MONEY_SCALE = 2;
const ENERGY_SCALE = 4;
const money = (cents: bigint): string => formatScaled(cents, MONEY_SCALE);

const signed = (lines: readonly StandInLine[], red: StandInRed | undefined): readonly StandInLine[] =>
  red === undefined
    ? lines
    : lines.map((line) => ({
        ...line,
        quantityDwh: line.quantityDwh === null ? null : -line.quantityDwh,
        totalCents: -line.totalCents,
        exclCents: -line.exclCents,
        taxCents: -line.taxCents,
      }));

export const invoicePaper = (invoice: StandInInvoice, red?: StandInRed): PrintedDocument => {
  const issuedMs = (red ? red.issuedMs : invoice.issuedMs) ?? invoice.askedMs;
  const lines = signed(invoice.lines, red);
  const { totalCents, exclCents, taxCents } = sumsOf(lines);
  return {
    issuer: '样张 SAMPLE — 非税务凭证 not a tax document',
    title: `${red ? '红字' : ''}电子发票（${invoice.isSpecial ? '增值税专用发票' : '普通发票'}）`,
    subtitle: `发票号码 ${(red ? red.redInvoiceNo : invoice.invoiceNo) ?? ''}`,
    facts: [
      ['购买方名称', invoice.title],
      ['开票日期', timeText(issuedMs, ZONE)],
      ['购买方税号', invoice.taxCode || '—'],
      ['流水号', red ? red.redSerialNo : invoice.serialNo],
      ['销售方名称', invoice.sellerName],
      ['销售方税号', invoice.sellerTaxNumber],
      ...(red ? ([['被红冲蓝字发票号码', invoice.invoiceNo ?? '']] as const) : []),
    ],
    tables: [
      {
        title: '开票项目',
        columns: [
          { header: '项目名称', width: 3.4 },
          { header: '单位', width: 0.8 },
          { header: '数量', width: 1.5, align: 'right' },
          { header: '金额', width: 1.4, align: 'right' },
          { header: '税率', width: 0.9, align: 'right' },
          { header: '税额', width: 1.2, align: 'right' },
        ],
        rows: [
          ...lines.map((line) => ({
            cells: [
              `*${categoryOf(line)}*${line.goodsName}`,
              line.unit,
              line.quantityDwh === null ? '' : formatScaled(line.quantityDwh, ENERGY_SCALE),
              money(line.exclCents),
              `${formatScaled(BigInt(line.rateE2), MONEY_SCALE).replace(/\.?0+$/u, '')}%`,
              money(line.taxCents),
            ],
          })),
          { cells: ['合计', '', '', `¥${money(exclCents)}`, '', `¥${money(taxCents)}`], isSum: true },
          { cells: ['价税合计（小写）', '', '', '', '', `¥${money(totalCents)}`], isSum: true },
        ],
      },
    ],
    notes: [
      ...(invoice.remark === '' ? [] : [`备注：${invoice.remark}`]),
      [invoice.drawer && `开票人：${invoice.drawer}`, invoice.payee && `收款人：${invoice.payee}`].filter(Boolean).join('　') || '开票人：—',
      '此文件由 ChargeOps 的开票服务替身生成，不能用于报销或抵扣。',
    ],
    footer: '样张 SAMPLE · {page}/{pages}',
    madeAt: new Date(issuedMs),
  };
};

/** The short name of the category of the goods' code. */
const categoryOf = ({ goodsCode }: StandInLine): string => (goodsCode.startsWith('11001') ? '供电' : '现代服务');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The data file: simple, and no legal original either. */
export const invoiceXml = (invoice: StandInInvoice, red?: StandInRed): string => {
  const lines = signed(invoice.lines, red);
  const fact = (name: string, value: string): string => `  <${name}>${escaped(value)}</${name}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<SampleInvoice>',
    fact('InvoiceNumber', (red ? red.redInvoiceNo : invoice.invoiceNo) ?? ''),
    fact('SellerTaxNumber', invoice.sellerTaxNumber),
    fact('BuyerName', invoice.title),
    fact('BuyerTaxNumber', invoice.taxCode),
    fact('Total', money(sumsOf(lines).totalCents)),
    ...lines.map(
      (line) =>
        `  <Line name="${escaped(line.goodsName)}" rate="${line.rateE2}" amount="${money(line.exclCents)}" tax="${money(line.taxCents)}" total="${money(line.totalCents)}"/>`,
    ),
    '</SampleInvoice>',
    '',
  ].join('\n');
};
