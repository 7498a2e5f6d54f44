import { useEffect, useState } from 'react';
import type { DriverAccountOrder, DriverAccountOrders } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { clockText, dayText, energyText, moneyText } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';

/** The former and running charges of the account, twenty at a time. */
export const MyCharges = ({ api }: { readonly api: string }) => {
  const { say, language } = useSay();
  const [orders, setOrders] = useState<readonly DriverAccountOrder[]>([]);
  const [page, setPage] = useState(1);
  const [hasMore, setMore] = useState<boolean>();
  useEffect(() => {
    void callDriver<DriverAccountOrders>(`${api}/me/orders?page=${page}`, { language: languages[language] }).then((result) => {
      if (!result.ok) return;
      const { orders: read } = result.value;
      setOrders((known) => [...known, ...read.filter(({ orderNo }) => known.every((each) => each.orderNo !== orderNo))]);
      setMore(result.value.hasMore);
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another language reads nothing anew
  }, [api, page]);
  const open = async (orderNo: string): Promise<void> => {
    const path = encodeURIComponent(orderNo);
    const result = await callDriver(`${api}/me/orders/${path}/open`, { body: {}, language: languages[language] });
    if (result.ok) window.location.assign(`/o/${path}`);
  };
  return (
    <section className="card" aria-labelledby="charges-title">
      <h2 id="charges-title">{say('myCharges')}</h2>
      {hasMore === false && orders.length === 0 && <p className="soft">{say('noCharges')}</p>}
      <ul className="entries">
        {orders.map((order) => (
          <li key={order.orderNo}>
            <button type="button" className="entry" onClick={() => void open(order.orderNo)}>
              <span>
                <b>
                  {order.stationName} · {order.pileNo} · {order.gunNo}
                </b>
                <small>
                  {dayText(order.madeAt, order.zone)} {clockText(order.madeAt, order.zone)} · {energyText(order.energyWh, language)}
                </small>
              </span>
              <span className="sum">
                {order.totalCents === null
                  ? say(order.state === 'open' ? 'running' : 'notCharged')
                  : moneyText(order.totalCents, { language, currency: order.currency, digits: order.digits })}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore === true && (
        <button type="button" onClick={() => setPage(page + 1)}>
          {say('more')}
        </button>
      )}
    </section>
  );
};
