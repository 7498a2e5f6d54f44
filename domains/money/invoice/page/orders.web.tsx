import { InstantCell, MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { invoiceWords } from '../invoice.labels.ts';
import type { InvoiceOrderView } from '../invoice.ts';

/** The orders of an invoice, each with what was paid for it. */
export const Orders = ({ orders, currency }: { readonly orders: readonly InvoiceOrderView[]; readonly currency: string }) => {
  const say = useSay();
  return (
    <div className="iv-scroll">
      <table className="iv-table">
        <thead>
          <tr>
            <th>{say(invoiceWords.orders)}</th>
            <th>{say(invoiceWords.time)}</th>
            <th>{say(invoiceWords.station)}</th>
            <th className="co-right">{say(invoiceWords.energy)}</th>
            <th className="co-right">{say(invoiceWords.amount)}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.chargingOrderId}>
              <td className="co-num">
                <a href={`#/order/charging-order?view=${order.chargingOrderId}`}>{order.chargingOrderNo}</a>
              </td>
              <td>
                <InstantCell value={order.chargedAt} />
              </td>
              <td>{order.stationName}</td>
              <td className="co-right">
                <NumberCell value={order.chargingElec} unit="kWh" />
              </td>
              <td className="co-right">
                <MoneyCell value={order.chargingOrderAmount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
