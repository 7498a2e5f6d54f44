import { useEffect, useState } from 'react';
import type { DriverClientAction, DriverPayWay, DriverRecharge, DriverRechargeMade } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { isByCode, wayWords } from '../gun/ways.ts';
import { languages } from '../language.ts';
import { CardPayment } from '../order/card-payment.tsx';
import { PayCode } from '../order/pay-code.tsx';
import { useSay } from '../say.tsx';

const LOOK_MS = 2_000;

interface StartedPayment {
  readonly rechargeNo: string;
  readonly action: DriverClientAction | undefined;
}

/** A payment into the wallet that is open, kept under a key while a wallet app is opened and left again. */
export const useOpenPayment = (storageKey: string) => {
  const [open, setOpen] = useState<StartedPayment | undefined>(() => {
    const rechargeNo = sessionStorage.getItem(storageKey);
    return rechargeNo === null ? undefined : { rechargeNo, action: undefined };
  });
  return {
    open,
    begin: (made: DriverRechargeMade): void => {
      sessionStorage.setItem(storageKey, made.rechargeNo);
      setOpen({ rechargeNo: made.rechargeNo, action: made.clientAction });
      if (made.clientAction.type === 'redirect') window.location.assign(made.clientAction.data['url'] ?? '');
    },
    /** What was left open is in the wallet all the same, if it is paid. */
    leave: (): void => {
      sessionStorage.removeItem(storageKey);
      window.history.replaceState(null, '', window.location.pathname);
      setOpen(undefined);
    },
  };
};

export type EndedPayment = Pick<DriverRecharge, 'card'> & { readonly state: Exclude<DriverRecharge['state'], 'open'> };

interface OpenPaymentProps {
  readonly api: string;
  readonly open: StartedPayment;
  readonly onDone: (ended: EndedPayment) => void;
  readonly onLeft: () => void;
}

/** An open payment. The server is asked until it says how it ended. */
export const OpenPayment = ({ api, open, onDone, onLeft }: OpenPaymentProps) => {
  const { say, language } = useSay();
  const { rechargeNo, action } = open;
  useEffect(() => {
    const look = async (): Promise<void> => {
      const result = await callDriver<DriverRecharge>(`${api}/me/recharges/${rechargeNo}`, { language: languages[language] });
      if (!result.ok) return result.httpStatus === 404 ? onDone({ state: 'closed', card: null }) : undefined;
      const { state, card } = result.value;
      // The card follows its money at once.
      if (state !== 'open' && !(state === 'paid' && card === 'open')) onDone({ state, card });
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

/** A way of paying by a provider, or from the wallet. */
export type PayWayOrWallet = DriverPayWay | 'wallet';

interface WayChoiceProps<W extends PayWayOrWallet> {
  /** Of the radio buttons. */
  readonly name: string;
  readonly ways: readonly W[];
  readonly way: W | undefined;
  readonly onChange: (way: W) => void;
}

export const WayChoice = <W extends PayWayOrWallet>({ name, ways, way, onChange }: WayChoiceProps<W>) => {
  const { say } = useSay();
  return (
    <fieldset>
      <legend>{say('payWith')}</legend>
      <div className="choices wide">
        {ways.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={each === way} onChange={() => onChange(each)} />
            <span>
              {say(each === 'wallet' ? 'wallet' : wayWords[each])}
              {each !== 'wallet' && isByCode(each) && <span className="soft"> · {say('qr')}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
