import { useEffect, useState } from 'react';
import type { DriverClientAction, DriverOrderMade, DriverOrderView, DriverPayWay } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { countdownText, moneyText } from '../format.ts';
import { surroundingsOf, waysHere, wayWords } from '../gun/ways.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { keptOrder } from './kept-order.ts';
import { CardPayment } from './card-payment.tsx';
import { useServerTime } from './use-clock.ts';
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
  const nowMs = useServerTime();
  const [action, setAction] = useState(firstAction);
  const style = { language, currency: view.currency, digits: view.digits };
  const leftS = Math.max(0, Math.ceil((Date.parse(view.payBy) - nowMs) / 1_000));
  const isAsking = useReturn(view, order);
  const canPay = view.actions.includes('pay') && !isAsking;
  return (
    <>
      <section className="card">
        <p className="big">{moneyText(view.amountCents, style)}</p>
        {canPay && <p>{say('payBy', { time: countdownText(leftS) })}</p>}
      </section>
      {isAsking && <output className="notice lead">{say('checkingPayment')}</output>}
      {canPay && (
        <>
          <PayAction action={action} orderNo={view.orderNo} />
          <OtherWays api={api} orderNo={view.orderNo} isOnly={!action} onAction={setAction} />
          <button type="button" onClick={() => void order.act('returned')}>
            {say('backFromWallet')}
          </button>
        </>
      )}
      {view.actions.includes('cancel') && !isAsking && (
        <button type="button" className="plain" onClick={() => void order.act('cancel')}>
          {say('cancel')}
        </button>
      )}
    </>
  );
};

/**
 * Whoever comes back from a wallet may have paid: the server asks the provider now, and until it has answered nothing can be pressed. A browser may
 * show the page again as it was left.
 */
const useReturn = (view: DriverOrderView, order: FollowedOrder): boolean => {
  const { act } = order;
  const { orderNo } = view;
  const mayBePaid = view.actions.includes('pay');
  const [isAsking, setAsking] = useState(() => isBackFromWallet(orderNo));
  useEffect(() => {
    if (!mayBePaid) return undefined;
    const ask = (): void => {
      if (!isBackFromWallet(orderNo) || document.visibilityState !== 'visible') return;
      sessionStorage.removeItem(walletKey(orderNo));
      window.history.replaceState(null, '', window.location.pathname);
      setAsking(true);
      void act('returned').then(() => setAsking(false));
    };
    ask();
    window.addEventListener('pageshow', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('pageshow', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [mayBePaid, orderNo, act]);
  return isAsking;
};

const isBackFromWallet = (orderNo: string): boolean => window.location.search !== '' || sessionStorage.getItem(walletKey(orderNo)) === 'gone';
const walletKey = (orderNo: string): string => `wallet ${orderNo}`;

/** Opens the page of a wallet. The address of the order is the one to which the button for going back leads. */
export const openWallet = (orderNo: string, url: string): void => {
  // On a slow network this page is still seen for a while.
  const leave = (): void => sessionStorage.setItem(walletKey(orderNo), 'gone');
  window.addEventListener('pagehide', leave, { once: true });
  document.addEventListener('visibilitychange', leave, { once: true });
  window.location.assign(url);
};

interface PayActionProps {
  readonly action: DriverClientAction | undefined;
  readonly orderNo: string;
}

const PayAction = ({ action, orderNo }: PayActionProps) => {
  const { say } = useSay();
  if (action?.type === 'redirect' && action.data['url'] !== undefined)
    return (
      <button type="button" className="main" onClick={() => openWallet(orderNo, action.data['url'] ?? '')}>
        {say('payNow')}
      </button>
    );
  if (action?.type === 'qr' && action.data['url'] !== undefined) return <PayCode text={action.data['url']} />;
  if (action?.type === 'clientSecret') return <CardPayment data={action.data} returnPath={`/o/${encodeURIComponent(orderNo)}`} />;
  return null;
};

interface OtherWaysProps {
  readonly api: string;
  readonly orderNo: string;
  /** Nothing else on the page leads to a payment. */
  readonly isOnly: boolean;
  readonly onAction: (action: DriverClientAction) => void;
}

/** In a browser that has not ordered the ways of the pile are not known, and the server refuses those that it has not. */
const ANY_WAY: readonly DriverPayWay[] = ['wechat_h5', 'wechat_native', 'alipay', 'alipay_qr', 'stripe'];

/** The same order, paid in another way or once more in the same one. */
const OtherWays = ({ api, orderNo, isOnly, onAction }: OtherWaysProps) => {
  const { say, language } = useSay();
  const [problem, setProblem] = useState<PageWord>();
  const [ways] = useState(() => waysHere(keptOrder(orderNo)?.ways ?? ANY_WAY, surroundingsOf(navigator.userAgent)));
  const choose = async (pay: DriverPayWay): Promise<void> => {
    const result = await callDriver<DriverOrderMade>(`${api}/orders/${encodeURIComponent(orderNo)}/payments`, {
      body: { pay },
      key: newKey(),
      language: languages[language],
    });
    setProblem(result.ok ? undefined : result.code === 'driver.windowOver' ? 'scanAgain' : 'failed');
    if (!result.ok) return;
    const { clientAction } = result.value;
    onAction(clientAction);
    if (clientAction.type === 'redirect' && clientAction.data['url'] !== undefined) openWallet(orderNo, clientAction.data['url']);
  };
  return (
    <details open={isOnly}>
      <summary>{say(isOnly ? 'payWith' : 'otherWay')}</summary>
      <div className="stack">
        {problem !== undefined && (
          <p className="notice bad" role="alert">
            {say(problem)}
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
