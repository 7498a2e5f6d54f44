import { useCallback, useEffect, useRef, useState } from 'react';
import type { DriverWallet, DriverWalletEntry } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { dayText, moneyText } from '../format.ts';
import type { FigureStyle } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { Recharge } from './recharge.tsx';

/** While money is on its way, the wallet is read so often. */
const POLL_MS = 3_000;

/** The balance, paying in, taking out, and every booking. */
export const Wallet = ({ api }: { readonly api: string }) => {
  const { say, language } = useSay();
  const [wallet, setWallet] = useState<DriverWallet>();
  const read = useCallback(async (): Promise<void> => {
    const result = await callDriver<DriverWallet>(`${api}/me/wallet`, { language: document.documentElement.lang });
    if (result.ok) setWallet(result.value);
  }, [api]);
  const isUnderway = wallet?.refunds.some(({ state }) => state === 'underway') ?? false;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets state after the answer
    void read();
  }, [read]);
  useEffect(() => {
    if (!isUnderway) return undefined;
    const timer = setInterval(() => void read(), POLL_MS);
    return () => clearInterval(timer);
  }, [isUnderway, read]);
  if (!wallet) return <p className="soft">{say('loading')}</p>;
  const style = { language, currency: wallet.currency, digits: wallet.digits };
  return (
    <>
      <section className="card" aria-labelledby="wallet-title">
        <h2 id="wallet-title">{say('wallet')}</h2>
        <p className="big" data-balance={wallet.availableCents}>
          {moneyText(wallet.availableCents, style)}
        </p>
        {wallet.heldCents > 0 && <p className="soft">{say('setAside', { amount: moneyText(wallet.heldCents, style) })}</p>}
        {wallet.owedCents > 0 && <p className="notice">{say('owed', { amount: moneyText(wallet.owedCents, style) })}</p>}
      </section>
      <Recharge api={api} wallet={wallet} onPaid={read} />
      <TakeOut api={api} wallet={wallet} onDone={read} />
      <Statement api={api} wallet={wallet} style={style} />
    </>
  );
};

interface TakeOutProps {
  readonly api: string;
  readonly wallet: DriverWallet;
  readonly onDone: () => Promise<void>;
}

/** What can go back goes back whole, after one question. */
const TakeOut = ({ api, wallet, onDone }: TakeOutProps) => {
  const { say, language } = useSay();
  const sheet = useRef<HTMLDialogElement>(null);
  const [key] = useState(newKey);
  const [hasFailed, setFailed] = useState(false);
  const { refundableCents, refunds } = wallet;
  const style = { language, currency: wallet.currency, digits: wallet.digits };
  const amount = moneyText(refundableCents, style);
  const refund = async (): Promise<void> => {
    sheet.current?.close();
    const pressKey = `${key} ${refundableCents} ${wallet.refunds.length}`.replaceAll(' ', '-');
    const result = await callDriver(`${api}/me/refunds`, { body: { amountCents: refundableCents }, key: pressKey, language: languages[language] });
    setFailed(!result.ok);
    await onDone();
  };
  if (refundableCents === 0 && refunds.length === 0) return null;
  return (
    <section className="card" aria-labelledby="refund-title">
      <h2 id="refund-title">{say('takeOut')}</h2>
      {hasFailed && (
        <p className="notice bad" role="alert">
          {say('failed')}
        </p>
      )}
      {refundableCents > 0 && (
        <button type="button" onClick={() => sheet.current?.showModal()}>
          {say('takeOutAll', { amount })}
        </button>
      )}
      <ul className="entries">
        {refunds.map(({ refundNo, at, amountCents, state }) => (
          <li key={refundNo} className="entry">
            <span>
              <b>{say(REFUND_WORDS[state])}</b>
              <small>
                {dayText(at, 'UTC')} · {say('refundNo', { no: refundNo })}
              </small>
            </span>
            <span className="sum">{moneyText(amountCents, style)}</span>
          </li>
        ))}
      </ul>
      <dialog ref={sheet} aria-labelledby="take-out-question">
        <div className="stack">
          <h2 id="take-out-question">{say('takeOutAll', { amount })}</h2>
          <p>{say('takeOutHow')}</p>
          <button type="button" className="main" onClick={() => void refund()}>
            {say('takeOutYes')}
          </button>
          <button type="button" onClick={() => sheet.current?.close()}>
            {say('close')}
          </button>
        </div>
      </dialog>
    </section>
  );
};

const REFUND_WORDS = { underway: 'refundRunning', succeeded: 'refundDone', stuck: 'refundStuck' } as const;

const KINDS: Readonly<Record<string, PageWord>> = {
  recharge: 'recharge',
  settle: 'charge',
  reserve_fee: 'reserveFee',
  refund_req: 'takeOut',
  refund_fail: 'cameBack',
  refund_bal: 'cameBack',
  card_sale: 'cardBought',
  card_refund: 'cardRefund',
};

interface StatementProps {
  readonly api: string;
  readonly wallet: DriverWallet;
  readonly style: FigureStyle;
}

/** Every booking, twenty at a time; the newest are those of the wallet as it was read. */
const Statement = ({ api, wallet, style }: StatementProps) => {
  const { say, language } = useSay();
  const [older, setOlder] = useState<{ readonly entries: readonly DriverWalletEntry[]; readonly page: number; readonly hasMore: boolean }>();
  if (wallet.entries.length === 0) return null;
  const more = async (): Promise<void> => {
    const page = (older?.page ?? 1) + 1;
    const result = await callDriver<DriverWallet>(`${api}/me/wallet?page=${page}`, { language: languages[language] });
    if (result.ok) setOlder({ entries: [...(older?.entries ?? []), ...result.value.entries], page, hasMore: result.value.hasMore });
  };
  return (
    <details className="card">
      <summary>{say('statement')}</summary>
      <ul className="entries">
        {[...wallet.entries, ...(older?.entries ?? [])].map((entry) => (
          <li key={`${entry.at} ${entry.afterCents} ${entry.amountCents}`} className="entry">
            <span>
              <b>{say(KINDS[entry.kind] ?? 'otherBooking')}</b>
              <small>
                {dayText(entry.at, 'UTC')} · {say('balanceAfter', { amount: moneyText(entry.afterCents, style) })}
              </small>
            </span>
            <span className="sum">
              {entry.amountCents < 0 ? '−' : '+'}
              {moneyText(Math.abs(entry.amountCents), style)}
            </span>
          </li>
        ))}
      </ul>
      {(older?.hasMore ?? wallet.hasMore) && (
        <button type="button" onClick={() => void more()}>
          {say('more')}
        </button>
      )}
    </details>
  );
};
