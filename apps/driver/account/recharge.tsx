import { useEffect, useState } from 'react';
import type { DriverClientAction, DriverPayWay, DriverRecharge, DriverRechargeMade, DriverWallet } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { moneyText } from '../format.ts';
import { isByCode, surroundingsOf, waysHere, wayWords } from '../gun/ways.ts';
import { languages } from '../language.ts';
import { CardPayment } from '../order/card-payment.tsx';
import { PayCode } from '../order/pay-code.tsx';
import { useSay } from '../say.tsx';

/** The payment that is open, kept while a wallet app is opened and left again. */
const OPEN_KEY = 'recharge';
const LOOK_MS = 2_000;

interface RechargeProps {
  readonly api: string;
  readonly wallet: DriverWallet;
  readonly onPaid: () => Promise<void>;
}

interface OpenRecharge {
  readonly rechargeNo: string;
  readonly action: DriverClientAction | undefined;
}

/** Pays into the wallet: an amount, a way, and then what the provider wants, until it has said that it was paid. */
export const Recharge = ({ api, wallet, onPaid }: RechargeProps) => {
  const { say } = useSay();
  const [open, setOpen] = useState<OpenRecharge | undefined>(() => {
    const rechargeNo = sessionStorage.getItem(OPEN_KEY);
    return rechargeNo === null ? undefined : { rechargeNo, action: undefined };
  });
  const [told, setTold] = useState<'paid' | 'closed' | 'review'>();
  /** What was left open is in the wallet all the same, if it is paid. */
  const leave = (): void => {
    sessionStorage.removeItem(OPEN_KEY);
    window.history.replaceState(null, '', window.location.pathname);
    setOpen(undefined);
  };
  const finish = (state: 'paid' | 'closed' | 'review'): void => {
    leave();
    setTold(state);
    void onPaid();
  };
  return (
    <section className="card" aria-labelledby="recharge-title">
      <h2 id="recharge-title">{say('recharge')}</h2>
      {told !== undefined && (
        <output className={`notice ${told === 'paid' ? 'good' : ''}`}>
          {say(told === 'paid' ? 'recharged' : told === 'closed' ? 'notPaid' : 'rechargeReview')}
        </output>
      )}
      {open ? (
        <Payment api={api} open={open} onDone={finish} onLeft={leave} />
      ) : (
        <Choice
          api={api}
          wallet={wallet}
          onMade={(made) => {
            sessionStorage.setItem(OPEN_KEY, made.rechargeNo);
            setTold(undefined);
            setOpen({ rechargeNo: made.rechargeNo, action: made.clientAction });
            if (made.clientAction.type === 'redirect') window.location.assign(made.clientAction.data['url'] ?? '');
          }}
        />
      )}
    </section>
  );
};

interface ChoiceProps {
  readonly api: string;
  readonly wallet: DriverWallet;
  readonly onMade: (made: DriverRechargeMade) => void;
}

const Choice = ({ api, wallet, onMade }: ChoiceProps) => {
  const { say, language } = useSay();
  const style = { language, currency: wallet.currency, digits: wallet.digits };
  const { amountsCents } = wallet.recharge;
  const [ways] = useState(() => waysHere(wallet.recharge.ways, surroundingsOf(navigator.userAgent)));
  const [amount, setAmount] = useState(amountsCents[0] ?? 0);
  const [way, setWay] = useState<DriverPayWay | undefined>(ways[0]);
  const [key, setKey] = useState(newKey);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (way === undefined || amount === 0) return <p>{say('noRecharge')}</p>;
  const pay = async (): Promise<void> => {
    if (isSending) return;
    setSending(true);
    const result = await callDriver<DriverRechargeMade>(`${api}/me/recharges`, {
      body: { amountCents: amount, pay: way },
      key: `${key}-${amount}-${way}`,
      language: languages[language],
    });
    setSending(false);
    if (result.ok || result.httpStatus !== null) setKey(newKey());
    if (result.ok) return onMade(result.value);
    setProblem(result.httpStatus === null ? say('noNetwork') : result.httpStatus === 429 ? say('tooMany', { s: result.retryAfterS }) : say('failed'));
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      <fieldset>
        <legend>{say('rechargeAmount')}</legend>
        <div className="choices">
          {amountsCents.map((cents) => (
            <label key={cents}>
              <input type="radio" name="recharge" checked={cents === amount} onChange={() => setAmount(cents)} />
              {moneyText(cents, style)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend>{say('payWith')}</legend>
        <div className="choices wide">
          {ways.map((each) => (
            <label key={each}>
              <input type="radio" name="recharge-way" checked={each === way} onChange={() => setWay(each)} />
              <span>
                {say(wayWords[each])}
                {isByCode(each) && <span className="soft"> · {say('qr')}</span>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="main" aria-disabled={isSending}>
        {isSending ? say('paying') : say('rechargeNow', { amount: moneyText(amount, style) })}
      </button>
    </form>
  );
};

interface PaymentProps {
  readonly api: string;
  readonly open: OpenRecharge;
  readonly onDone: (state: 'paid' | 'closed' | 'review') => void;
  readonly onLeft: () => void;
}

/** An open payment. The server is asked until it says how it ended. */
const Payment = ({ api, open, onDone, onLeft }: PaymentProps) => {
  const { say, language } = useSay();
  const { rechargeNo, action } = open;
  useEffect(() => {
    const look = async (): Promise<void> => {
      const result = await callDriver<DriverRecharge>(`${api}/me/recharges/${rechargeNo}`, { language: languages[language] });
      if (result.ok && result.value.state !== 'open') onDone(result.value.state);
      else if (!result.ok && result.httpStatus === 404) onDone('closed');
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one payment is asked about by one timer
  }, [api, rechargeNo]);
  return (
    <>
      <output className="notice">{say('checkingPayment')}</output>
      {action?.type === 'redirect' && (
        <a className="button main" href={action.data['url']}>
          {say('payNow')}
        </a>
      )}
      {action?.type === 'qr' && action.data['url'] !== undefined && <PayCode text={action.data['url']} />}
      {action?.type === 'clientSecret' && <CardPayment data={action.data} returnPath="/me" />}
      <button type="button" className="plain" onClick={onLeft}>
        {say('otherWay')}
      </button>
    </>
  );
};
