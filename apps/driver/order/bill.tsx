import { useEffect, useState } from 'react';
import type { DriverBill, DriverBillLine, DriverOrderView, DriverRefundView } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { clockText, dayText, energyText, moneyText, priceText } from '../format.ts';
import type { FigureStyle } from '../format.ts';
import { languages } from '../language.ts';
import { InvoiceCard } from '../invoice/invoice-card.tsx';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { CommentCard } from '../comment/comment-card.tsx';
import { SendReceipt } from './send-receipt.tsx';

interface BillProps {
  readonly api: string;
  readonly view: DriverOrderView;
}

/** What it cost, how that was calculated, and what goes back. */
export const Bill = ({ api, view }: BillProps) => {
  const { say, language } = useSay();
  const bill = useBill({ api, view });
  const style = { language, currency: view.currency, digits: view.digits };
  const { zone } = view.gun;
  const saysUnplug = [view.text, ...view.notices].some((text) => text?.code === 'carFull');
  return (
    <>
      {view.gun.isPlugged && view.energyWh > 0 && !saysUnplug && <p className="notice lead">{say('unplug')}</p>}
      <section className="card">
        <p className="big">{moneyText(bill?.totalCents ?? view.costCents, style)}</p>
        <p className="soft">
          {say('total')}
          {(bill?.isProvisional ?? view.step === 'ended') && ` · ${say('provisional')}`} · {energyText(view.energyWh, language)} ·{' '}
          {say('minutes', { m: view.minutes })}
        </p>
        {view.startedAt !== null && view.endedAt !== null && (
          <p className="soft">
            {dayText(view.startedAt, zone)} {say('fromTo', { from: clockText(view.startedAt, zone), to: clockText(view.endedAt, zone) })} ({zone})
          </p>
        )}
        {bill && <Sums bill={bill} style={style} />}
        {bill && bill.lines.length > 0 && (
          <details>
            <summary>{say('steps')}</summary>
            <Lines lines={bill.lines} zone={view.gun.zone} style={style} />
          </details>
        )}
      </section>
      <Refunds refunds={bill?.refunds ?? (view.refund ? [view.refund] : [])} view={view} style={style} />
      {bill && !bill.isProvisional && (
        <button type="button" onClick={printReceipt}>
          {say('receipt')}
        </button>
      )}
      {bill && !bill.isProvisional && <InvoiceCard api={api} orderNo={view.orderNo} version={view.version} />}
      {bill && bill.receiptBy.length > 0 && <SendReceipt api={api} orderNo={view.orderNo} ways={bill.receiptBy} />}
      {bill && bill.startedAt !== null && !bill.isProvisional && <CommentCard api={api} orderNo={view.orderNo} />}
    </>
  );
};

/** A receipt on paper has its steps, too. */
const printReceipt = (): void => {
  for (const details of document.querySelectorAll('details')) details.open = true;
  window.print();
};

/** The bill is read anew when the order has changed. */
const useBill = ({ api, view }: BillProps): DriverBill | undefined => {
  const { language } = useSay();
  const [bill, setBill] = useState<DriverBill>();
  const { orderNo, version } = view;
  useEffect(() => {
    void callDriver<DriverBill>(`${api}/orders/${encodeURIComponent(orderNo)}/bill`, { language: languages[language] }).then(
      (result) => result.ok && setBill(result.value),
    );
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another version of the order has another bill
  }, [api, orderNo, version, language]);
  return bill;
};

const FEES = [
  ['energyCents', 'lineEnergy'],
  ['serviceCents', 'lineService'],
  ['other1Cents', 'lineOther'],
  ['other2Cents', 'lineOther'],
] as const satisfies readonly (readonly [keyof DriverBill['fees'], PageWord])[];

const Sums = ({ bill, style }: { readonly bill: DriverBill; readonly style: FigureStyle }) => {
  const { say } = useSay();
  const fees = FEES.filter(([fee]) => bill.fees[fee] !== 0);
  const otherCents = bill.discountCents - bill.couponCents - bill.cardCents - bill.pointCents;
  return (
    <dl className="rows">
      {fees.map(([fee, word]) => (
        <div key={fee}>
          <dt>{say(word)}</dt>
          <dd>{moneyText(bill.fees[fee], style)}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{say('total')}</dt>
        <dd>{moneyText(bill.totalCents, style)}</dd>
      </div>
      {otherCents > 0 && (
        <div>
          <dt>{say('discount')}</dt>
          <dd>{moneyText(otherCents, style)}</dd>
        </div>
      )}
      {bill.cardCents > 0 && (
        <div>
          <dt>{say('cardTakenOff')}</dt>
          <dd>{moneyText(bill.cardCents, style)}</dd>
        </div>
      )}
      {bill.couponCents > 0 && (
        <div>
          <dt>{say('couponTakenOff')}</dt>
          <dd>{moneyText(bill.couponCents, style)}</dd>
        </div>
      )}
      {bill.pointCents > 0 && (
        <div>
          <dt>{say('pointsPaid')}</dt>
          <dd>{moneyText(bill.pointCents, style)}</dd>
        </div>
      )}
      <div>
        <dt>{say(bill.isFromWallet ? 'fromWallet' : 'paidAmount')}</dt>
        <dd>{moneyText(bill.isFromWallet ? bill.totalCents : bill.paidCents, style)}</dd>
      </div>
    </dl>
  );
};

const LINE_WORDS: Readonly<Record<DriverBillLine['kind'], PageWord>> = {
  energy: 'lineEnergy',
  service: 'lineService',
  other1: 'lineOther',
  other2: 'lineOther',
};
const MINUTE_MS = 60_000;

interface LinesProps {
  readonly lines: readonly DriverBillLine[];
  readonly zone: string;
  readonly style: FigureStyle;
}

const Lines = ({ lines, zone, style }: LinesProps) => {
  const { say } = useSay();
  return (
    <dl className="rows">
      {lines.map(({ kind, from, to, energyWh, durationMs, priceE5, per }) => (
        <div key={`${kind} ${from}`}>
          <dt>
            {say(LINE_WORDS[kind])}
            <br />
            {say('fromTo', { from: clockText(from, zone), to: clockText(to, zone) })}
          </dt>
          <dd>
            {per === 'kWh' ? energyText(energyWh, style.language) : say('minutes', { m: Math.round(durationMs / MINUTE_MS) })}
            <br />
            {per === 'kWh' ? say('perKwh', { price: priceText(priceE5, style) }) : say('perHour', { price: priceText(priceE5, style) })}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const REFUND_WORDS = { underway: 'refundRunning', succeeded: 'refundDone', stuck: 'refundStuck' } as const satisfies Readonly<
  Record<DriverRefundView['state'], PageWord>
>;

const Refunds = ({
  refunds,
  view,
  style,
}: {
  readonly refunds: readonly DriverRefundView[];
  readonly view: DriverOrderView;
  readonly style: FigureStyle;
}) => {
  const { say } = useSay();
  if (refunds.length === 0) return view.step === 'done' && !view.isFromWallet ? <p>{say('refundNone')}</p> : null;
  return (
    <section className="card" aria-labelledby="refund-title">
      <h2 id="refund-title">{say('goesBack')}</h2>
      {refunds.map(({ refundNo, amountCents, state }) => (
        <div key={refundNo}>
          <p className="price">{moneyText(amountCents, style)}</p>
          <p>{say(REFUND_WORDS[state])}</p>
          <p className="soft">{say('refundNo', { no: refundNo })}</p>
        </div>
      ))}
    </section>
  );
};
