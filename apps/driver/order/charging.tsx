import { useRef, useState } from 'react';
import type { DriverOrderView } from '#domains/driver/resources.ts';
import { clockText, energyText, moneyText } from '../format.ts';
import { useSay } from '../say.tsx';
import { keptOrder } from './kept-order.ts';
import { useServerTime } from './use-clock.ts';
import type { FollowedOrder } from './use-order.ts';

interface ChargingProps {
  readonly view: DriverOrderView;
  readonly order: FollowedOrder;
}

/** The running charge, with the age of its figures, and the stop. */
export const Charging = ({ view, order }: ChargingProps) => {
  const { say, language } = useSay();
  const style = { language, currency: view.currency, digits: view.digits };
  const ageS = Math.max(0, Math.floor((useServerTime() - Date.parse(view.asOf)) / 1_000));
  const isStopping = view.step === 'stopping' || order.isStopKept;
  const [amount, unit] = energyText(view.energyWh, language).split(' ');
  const share = view.paidCents > 0 ? Math.min(1, view.costCents / view.paidCents) : 0;
  return (
    <>
      {order.isStopKept && <output className="notice">{say('stopKept')}</output>}
      <section className={`card ${view.isStale ? 'stale' : ''}`}>
        <p className="big">
          {amount} <small>{unit}</small>
        </p>
        <dl className="figures">
          {view.powerW !== null && <Figure name={say('power')} value={`${(view.powerW / 1_000).toFixed(1)} kW`} />}
          {view.soc !== null && <Figure name={say('battery')} value={`${view.soc}%`} />}
          <Figure name={say('duration')} value={say('minutes', { m: view.minutes })} />
        </dl>
        <p>
          {say('cost')}: <b>{say('costOfPaid', { cost: moneyText(view.costCents, style), paid: moneyText(view.paidCents, style) })}</b>
        </p>
        <div className="bar" aria-hidden="true">
          <i
            ref={(bar) => {
              bar?.style.setProperty('width', `${share * 100}%`);
            }}
          />
        </div>
        <p className="soft">{view.isStale ? say('asOf', { time: clockText(view.asOf, view.gun.zone) }) : say('secondsAgo', { s: ageS })}</p>
      </section>
      {view.role === 'control' && <Stop view={view} order={order} isStopping={isStopping} />}
      <KeepLink orderNo={view.orderNo} />
    </>
  );
};

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** The stop asks once, and names what it costs so far. */
const Stop = ({ view, order, isStopping }: ChargingProps & { readonly isStopping: boolean }) => {
  const { say, language } = useSay();
  const style = { language, currency: view.currency, digits: view.digits };
  const sheet = useRef<HTMLDialogElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const stop = async (): Promise<void> => {
    sheet.current?.close();
    setFailed(!(await order.act('stop')));
  };
  return (
    <>
      {hasFailed && !order.isStopKept && (
        <p className="notice bad" role="alert">
          {say('failed')}
        </p>
      )}
      {isStopping ? (
        view.actions.includes('stop') && (
          <button type="button" className="stop" onClick={() => void stop()}>
            {say('again')}: {say('stop')}
          </button>
        )
      ) : (
        <button type="button" className="stop" onClick={() => sheet.current?.showModal()}>
          {say('stop')}
        </button>
      )}
      <dialog ref={sheet} aria-labelledby="stop-title">
        <div className="stack">
          <h2 id="stop-title">{say('stopQuestion')}</h2>
          <p>
            {say(view.isFromWallet ? 'stopFiguresWallet' : 'stopFigures', {
              kwh: energyText(view.energyWh, language),
              cost: moneyText(view.costCents, style),
            })}
          </p>
          <button type="button" className="stop" onClick={() => void stop()}>
            {say('stopYes')}
          </button>
          <button type="button" onClick={() => sheet.current?.close()}>
            {say('stopNo')}
          </button>
        </div>
      </dialog>
    </>
  );
};

/** The link opens the charge in another browser, and can stop it. Only the browser that ordered has it. */
const KeepLink = ({ orderNo }: { readonly orderNo: string }) => {
  const { say } = useSay();
  const [isCopied, setCopied] = useState(false);
  const [kept] = useState(() => keptOrder(orderNo));
  if (!kept) return null;
  const url = `${window.location.origin}${kept.link}`;
  const copy = (): void => void navigator.clipboard?.writeText(url).then(() => setCopied(true));
  return (
    <output>
      <button
        type="button"
        className="plain"
        onClick={() => (typeof navigator.share === 'function' ? void navigator.share({ url }).catch(copy) : copy())}
      >
        {say(isCopied ? 'linkCopied' : 'copyLink')}
      </button>
    </output>
  );
};
