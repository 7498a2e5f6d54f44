import type { ReactNode } from 'react';
import { MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { invoiceLabels, invoiceWords } from '../invoice.labels.ts';
import type { InvoiceLineView } from '../invoice.ts';
import './invoice.css';

/** A part of a page with its heading. */
export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="iv-part">
    <h3>{title}</h3>
    {children}
  </section>
);

interface LinesProps {
  readonly lines: readonly InvoiceLineView[];
  readonly totals: { readonly totalMoney: string; readonly exclMoney: string; readonly taxMoney: string };
  readonly currency: string;
}

/** The lines of an invoice with their tax, and the sum. */
export const Lines = ({ lines, totals, currency }: LinesProps) => {
  const say = useSay();
  const { fields } = invoiceLabels;
  return (
    <div className="iv-scroll">
      <table className="iv-table">
        <thead>
          <tr>
            <th>{say(invoiceWords.goods)}</th>
            <th className="co-right">{say(invoiceWords.quantity)}</th>
            <th className="co-right">{say(invoiceWords.price)}</th>
            <th className="co-right">{say(fields.exclMoney)}</th>
            <th className="co-right">{say(invoiceWords.rate)}</th>
            <th className="co-right">{say(fields.taxMoney)}</th>
            <th className="co-right">{say(fields.totalMoney)}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.goods}>
              <td>{line.goodsName}</td>
              <td className="co-right">{line.quantity === null ? '' : <NumberCell value={line.quantity} unit={line.unit ?? undefined} />}</td>
              <td className="co-right co-num">{line.price}</td>
              <td className="co-right co-num">{line.exclMoney}</td>
              <td className="co-right co-num">{line.taxRate}</td>
              <td className="co-right co-num">{line.taxMoney}</td>
              <td className="co-right co-num">{line.totalMoney}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>{say(invoiceWords.sum)}</td>
            <td className="co-right co-num">{totals.exclMoney}</td>
            <td colSpan={2} className="co-right co-num">
              {totals.taxMoney}
            </td>
            <td className="co-right">
              <MoneyCell value={totals.totalMoney} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
