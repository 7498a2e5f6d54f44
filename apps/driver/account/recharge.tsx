import { useState } from 'react';
import type { DriverPayWay, DriverRechargeMade, DriverWallet } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { moneyText } from '../format.ts';
import { surroundingsOf, waysHere } from '../gun/ways.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import { OpenPayment, useOpenPayment, WayChoice } from './open-payment.tsx';
import type { EndedPayment } from './open-payment.tsx';

interface RechargeProps {
  readonly api: string;
  readonly wallet: DriverWallet;
  readonly onPaid: () => Promise<void>;
}

/** Pays into the wallet: an amount, a way, and then what the provider wants, until it has said that it was paid. */
export const Recharge = ({ api, wallet, onPaid }: RechargeProps) => {
  const { say } = useSay();
  const { open, begin, leave } = useOpenPayment('recharge');
  const [told, setTold] = useState<EndedPayment['state']>();
  const finish = ({ state }: EndedPayment): void => {
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
        <OpenPayment api={api} open={open} onDone={finish} onLeft={leave} />
      ) : (
        <Choice
          api={api}
          wallet={wallet}
          onMade={(made) => {
            setTold(undefined);
            begin(made);
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
      <WayChoice name="recharge-way" ways={ways} way={way} onChange={setWay} />
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
