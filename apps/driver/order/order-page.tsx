import { useEffect, useState } from 'react';
import type { DriverClientAction, DriverOrderView } from '#domains/driver/resources.ts';
import { Frame } from '../frame.tsx';
import type { FrameFacts } from '../frame.tsx';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { factsOf, sentenceOf } from '../texts.ts';
import { Bill } from './bill.tsx';
import { Charging } from './charging.tsx';
import { keptOrder, tokenOf } from './kept-order.ts';
import { Paying } from './paying.tsx';
import { StartAgain } from './start-again.tsx';
import { Replug, Starting } from './starting.tsx';
import { resumeOrder, useOrder } from './use-order.ts';
import type { FollowedOrder } from './use-order.ts';

interface OrderPageProps {
  readonly place: Omit<FrameFacts, 'gun' | 'tel'>;
  readonly orderNo: string;
  /** What the browser has to do for the payment, while the page that ordered is still open. */
  readonly action: DriverClientAction | undefined;
}

/** An order from its payment to its refund. */
export const OrderPage = ({ place, orderNo, action }: OrderPageProps) => {
  const { language } = useSay();
  const { isReady, isLink } = useLinkToken({ api: place.api, orderNo, tag: languages[language] });
  return isReady ? <OrderSteps place={place} orderNo={orderNo} action={action} isLink={isLink} /> : <Waiting place={place} />;
};

const Waiting = ({ place }: Pick<OrderPageProps, 'place'>) => {
  const { say } = useSay();
  return (
    <Frame place={{ ...place, tel: null, gun: undefined }}>
      <output>{say('loading')}</output>
    </Frame>
  );
};

interface LinkedOrder {
  readonly api: string;
  readonly orderNo: string;
  readonly tag: string;
}

/** A link has its token behind `#`, where neither logs nor other sites see it; it is exchanged for the cookie and taken out of the address. */
const useLinkToken = ({ api, orderNo, tag }: LinkedOrder): { readonly isReady: boolean; readonly isLink: boolean } => {
  const [token] = useState(() => (typeof window === 'undefined' ? '' : (tokenOf(window.location.hash) ?? '')));
  const [isReady, setReady] = useState(token === '');
  useEffect(() => {
    if (token === '') return;
    window.history.replaceState(null, '', window.location.pathname);
    void resumeOrder({ api, orderNo, token, tag }).then(() => setReady(true));
  }, [api, orderNo, token, tag]);
  return { isReady, isLink: token !== '' };
};

/** A link that opens no order is as wrong as a code that is not ours. */
const OrderSteps = ({ place, orderNo, action, isLink }: OrderPageProps & { readonly isLink: boolean }) => {
  const { say, language } = useSay();
  const [kept] = useState(() => (typeof window === 'undefined' ? undefined : keptOrder(orderNo)));
  const order = useOrder({ api: place.api, orderNo, language, token: kept && tokenOf(kept.link) });
  const { view, isMissing, isOffline } = order;
  // Whoever ordered in this document, or comes from the wallet, has not been away.
  const [isWelcome, setWelcome] = useState<boolean>();
  if (view && isWelcome === undefined) setWelcome(isFlowing(view));
  if (!view && !isMissing && !isOffline) return <Waiting place={place} />;
  return (
    <Frame place={{ ...place, tel: view?.gun.tel ?? null, gun: kept && { ...kept, orderNo } }}>
      {view ? (
        <>
          <p className="station">
            {view.gun.stationName} · {view.gun.pileNo} · {view.gun.gunNo}
          </p>
          <h1>{say(order.isStopKept ? 'stopping' : HEADINGS[view.step])}</h1>
          {isOffline && <output className="notice">{say(isFlowing(view) ? 'phoneOffline' : 'noNetwork')}</output>}
          {isWelcome === true && isFlowing(view) && view.text === null && <output className="notice good">{say('welcomeBack')}</output>}
          <Texts view={view} />
          <Step place={place} order={order} view={view} action={action} />
          <p className="soft">{say('orderNo', { no: orderNo })}</p>
        </>
      ) : (
        <>
          <h1>{say('problemTitle')}</h1>
          <p className="notice bad lead" role="alert">
            {say(!isMissing ? 'noNetwork' : isLink ? 'labelInvalid' : 'notFound')}
          </p>
        </>
      )}
    </Frame>
  );
};

const HEADINGS: Readonly<Record<DriverOrderView['step'], PageWord>> = {
  gun: 'payTitle',
  paying: 'payTitle',
  starting: 'startingTitle',
  charging: 'chargingTitle',
  stopping: 'stopping',
  ended: 'endedTitle',
  billed: 'billTitle',
  refunding: 'billTitle',
  done: 'billTitle',
  problem: 'problemTitle',
  closed: 'payAgainTitle',
};

const isFlowing = ({ step }: DriverOrderView): boolean => step === 'charging' || step === 'stopping';

/** What the server tells, in words. Screen readers hear a change of it. */
const Texts = ({ view }: { readonly view: DriverOrderView }) => {
  const { say, language } = useSay();
  const facts = factsOf(view, language);
  const isBad = view.step === 'problem' || view.isStale || view.text?.code === 'stopNotObeyed';
  // The seconds of a start are drawn by its ring, and would be read aloud each second.
  const main = view.text?.code === 'starting' ? null : view.text;
  return (
    <output className="stack">
      {main && <span className={`notice lead ${isBad ? 'bad' : ''}`}>{sentenceOf(main, facts, say)}</span>}
      {view.notices.map((text) => (
        <span className="notice" key={text.code}>
          {sentenceOf(text, facts, say)}
        </span>
      ))}
      {view.role === 'view' && isFlowing(view) && <span className="notice">{say('view')}</span>}
    </output>
  );
};

interface StepProps {
  readonly place: OrderPageProps['place'];
  readonly order: FollowedOrder;
  readonly view: DriverOrderView;
  readonly action: DriverClientAction | undefined;
}

const Step = ({ place, order, view, action }: StepProps) => {
  const { say } = useSay();
  switch (view.step) {
    case 'gun':
    case 'paying':
      return <Paying api={place.api} view={view} order={order} action={action} />;
    case 'starting':
      return view.text?.code === 'unplugged' ? <Replug view={view} /> : <Starting view={view} />;
    case 'charging':
    case 'stopping':
      return <Charging view={view} order={order} />;
    case 'ended':
    case 'billed':
    case 'refunding':
    case 'done':
      return <Bill api={place.api} view={view} />;
    case 'problem':
      return view.actions.includes('start') ? <StartAgain view={view} order={order} /> : null;
    case 'closed':
      return <p>{say('scanAgain')}</p>;
  }
};
