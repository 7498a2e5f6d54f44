import { useEffect, useRef, useState } from 'react';
import type { DriverClientAction, DriverOrderMade, DriverOrderView, DriverPayWay } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { countdownText, moneyText } from '../format.ts';
import { surroundingsOf, wayWords } from '../gun/ways.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import { CardPayment } from './card-payment.tsx';
import { useClock } from './use-clock.ts';
import type { FollowedOrder } from './use-order.ts';
import { PayCode } from './pay-code.tsx';

interface PayingProps {
  readonly api: string;
  readonly view: DriverOrderView;
  readonly order: FollowedOrder;
  readonly action: DriverClientAction | undefined;
}

/** The payment: the amount, the time left, and what the provider wants. While money may be on its way nothing can be pressed. */
export const Paying = ({ api, view, order, action: firstAction }: PayingProps) => {
  const { say, language } = useSay();
  const nowMs = useClock();
  const [action, setAction] = useState(firstAction);
  const style = { language, currency: view.currency, digits: view.digits };
  const leftS = Math.max(0, Math.ceil((Date.parse(view.payBy) - nowMs) / 1_000));
  useReturn(view, order);
  return (
    <>
      <section className="card">
        <p className="big">{moneyText(view.amountCents, style)}</p>
        {view.actions.includes('pay') && <p>{say('payBy', { time: countdownText(leftS) })}</p>}
      </section>
      {view.actions.includes('pay') && <PayAction action={action} returnPath={`/o/${encodeURIComponent(view.orderNo)}`} />}
      {view.actions.includes('pay') && <OtherWays api={api} orderNo={view.orderNo} isOnly={!action} onAction={setAction} />}
      {view.actions.includes('pay') && (
        <button type="button" onClick={() => void order.act('returned')}>
          {say('backFromWallet')}
        </button>
      )}
      {view.actions.includes('cancel') && (
        <button type="button" className="plain" onClick={() => void order.act('cancel')}>
          {say('cancel')}
        </button>
      )}
    </>
  );
};

/** Whoever comes back from a wallet may have paid: the server asks the provider now. */
const useReturn = (view: DriverOrderView, order: FollowedOrder): void => {
  const isAsked = useRef(false);
  const { act } = order;
  const mayBePaid = view.actions.includes('pay');
  useEffect(() => {
    const isBack = window.location.search !== '' || sessionStorage.getItem(leftFor(view.orderNo)) !== null;
    if (!mayBePaid || !isBack || isAsked.current) return;
    isAsked.current = true;
    sessionStorage.removeItem(leftFor(view.orderNo));
    window.history.replaceState(null, '', window.location.pathname);
    void act('returned');
  }, [mayBePaid, view.orderNo, act]);
};

const leftFor = (orderNo: string): string => `left for the wallet ${orderNo}`;

/** Opens the page of a wallet. The address of the order is the one to which the button for going back leads. */
export const openWallet = (orderNo: string, url: string): void => {
  sessionStorage.setItem(leftFor(orderNo), '1');
  window.location.assign(url);
};

interface PayActionProps {
  readonly action: DriverClientAction | undefined;
  readonly returnPath: string;
}

const PayAction = ({ action, returnPath }: PayActionProps) => {
  const { say } = useSay();
  if (action?.type === 'redirect' && action.data['url'] !== undefined)
    return (
      <a className="button main" href={action.data['url']}>
        {say('payNow')}
      </a>
    );
  if (action?.type === 'qr' && action.data['url'] !== undefined) return <PayCode text={action.data['url']} />;
  if (action?.type === 'clientSecret') return <CardPayment data={action.data} returnPath={returnPath} />;
  return null;
};

interface OtherWaysProps {
  readonly api: string;
  readonly orderNo: string;
  /** Nothing else on the page leads to a payment. */
  readonly isOnly: boolean;
  readonly onAction: (action: DriverClientAction) => void;
}

/** The same order, paid in another way or once more in the same one. */
const OtherWays = ({ api, orderNo, isOnly, onAction }: OtherWaysProps) => {
  const { say, language } = useSay();
  const [hasFailed, setFailed] = useState(false);
  const here = surroundingsOf(navigator.userAgent);
  const ways: readonly DriverPayWay[] = [
    here === 'desk' || here === 'wechat' ? 'wechat_native' : 'wechat_h5',
    here === 'desk' ? 'alipay_qr' : 'alipay',
    'stripe',
  ];
  const choose = async (pay: DriverPayWay): Promise<void> => {
    const result = await callDriver<DriverOrderMade>(`${api}/orders/${encodeURIComponent(orderNo)}/payments`, {
      body: { pay },
      key: newKey(),
      language: languages[language],
    });
    setFailed(!result.ok);
    if (!result.ok) return;
    const { clientAction } = result.value;
    onAction(clientAction);
    if (clientAction.type === 'redirect' && clientAction.data['url'] !== undefined) openWallet(orderNo, clientAction.data['url']);
  };
  return (
    <details open={isOnly}>
      <summary>{say(isOnly ? 'payWith' : 'otherWay')}</summary>
      <div className="stack">
        {hasFailed && (
          <p className="notice bad" role="alert">
            {say('failed')}
          </p>
        )}
        {ways.map((way) => (
          <button key={way} type="button" onClick={() => void choose(way)}>
            {say(wayWords[way])}
          </button>
        ))}
      </div>
    </details>
  );
};
