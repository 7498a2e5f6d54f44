import { useState } from 'react';
import type { DriverPayWay, DriverReservationMade, DriverReservationOffer } from '#domains/driver/resources.ts';
import { WayChoice } from '../account/open-payment.tsx';
import type { PayWayOrWallet } from '../account/open-payment.tsx';
import { callDriver, newKey } from '../calls.ts';
import type { CallFailure } from '../calls.ts';
import { clockText, dayText, moneyText } from '../format.ts';
import type { FigureStyle } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { Say } from '../say.tsx';
import { dearestFee, isTaken, lengthsOf, slotsOf } from './slots.ts';

interface ReserveFormProps {
  readonly api: string;
  readonly offer: DriverReservationOffer & { readonly terms: NonNullable<DriverReservationOffer['terms']> };
  readonly amountsCents: readonly number[];
  readonly ways: readonly DriverPayWay[];
  readonly walletCents: number;
  readonly onMade: (made: DriverReservationMade) => Promise<void>;
}

const USUAL_MINUTES = 30;
const NOW = 'now';

/** When, for how long, for how much and how it is paid. */
export const ReserveForm = ({ api, offer, amountsCents, ways: offered, walletCents, onMade }: ReserveFormProps) => {
  const { say, language } = useSay();
  const [openedMs] = useState(Date.now);
  const [begin, setBegin] = useState(NOW);
  const lengths = lengthsOf(offer.terms.maxMinutes);
  const [minutes, setMinutes] = useState(lengths.includes(USUAL_MINUTES) ? USUAL_MINUTES : (lengths[0] ?? offer.terms.maxMinutes));
  const [amount, setAmount] = useState(amountsCents[0] ?? 0);
  const [chosenWay, setWay] = useState<PayWayOrWallet>();
  const { send, isSending, problem } = useSending(api, onMade);
  const feeCents = dearestFee(offer.terms, minutes);
  const totalCents = amount + feeCents;
  const ways: readonly PayWayOrWallet[] = walletCents >= totalCents ? ['wallet', ...offered] : offered;
  const way = chosenWay !== undefined && ways.includes(chosenWay) ? chosenWay : ways[0];
  const style = { language, currency: offer.currency, digits: offer.digits };
  const beginMs = begin === NOW ? null : Number(begin);
  const isFree = !isTaken(offer, beginMs ?? openedMs, minutes);
  if (way === undefined || amount === 0) return <p className="notice">{say('noChannel')}</p>;
  const reserve = () =>
    send({
      minutes,
      amountCents: amount,
      feeCents,
      ...(beginMs !== null && { startAt: new Date(beginMs).toISOString() }),
      ...(way !== 'wallet' && { pay: way }),
    });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFree) void reserve();
      }}
    >
      <TimeItems offer={offer} style={style} openedMs={openedMs} begin={begin} minutes={minutes} onBegin={setBegin} onMinutes={setMinutes} />
      <fieldset>
        <legend>{say('amount')}</legend>
        <div className="choices">
          {amountsCents.map((cents) => (
            <label key={cents}>
              <input type="radio" name="reserve-amount" checked={cents === amount} onChange={() => setAmount(cents)} />
              {moneyText(cents, style)}
            </label>
          ))}
        </div>
      </fieldset>
      <WayChoice name="reserve-way" ways={ways} way={way} onChange={setWay} />
      <p className="soft">{say('reserveParts', { charge: moneyText(amount, style), fee: moneyText(feeCents, style) })}</p>
      {beginMs !== null && offer.clearMinutes > 0 && <p className="soft">{say('reserveTerms', { m: offer.clearMinutes })}</p>}
      {(problem !== undefined || !isFree) && (
        <p className="notice bad" role="alert">
          {isFree && problem ? wordsOf(problem, say) : say('windowTaken')}
        </p>
      )}
      <button type="submit" className="main" aria-disabled={!isFree || isSending}>
        {say(way === 'wallet' ? 'reserveFromWallet' : 'reserveFor', { amount: moneyText(totalCents, style) })}
      </button>
    </form>
  );
};

interface TimeItemsProps extends Pick<ReserveFormProps, 'offer'> {
  readonly style: FigureStyle;
  readonly openedMs: number;
  readonly begin: string;
  readonly minutes: number;
  readonly onBegin: (begin: string) => void;
  readonly onMinutes: (minutes: number) => void;
}

/** When, in half hours of the station's clock, and for how long, with the fee of each length. */
const TimeItems = ({ offer, style, openedMs, begin, minutes, onBegin, onMinutes }: TimeItemsProps) => {
  const { say } = useSay();
  return (
    <>
      <div className="field">
        <label htmlFor="reserve-from">{say('when')}</label>
        <select id="reserve-from" value={begin} onChange={(event) => onBegin(event.target.value)}>
          <option value={NOW}>{say('now')}</option>
          {slotsOf(offer, openedMs).map((atMs) => (
            <option key={atMs} value={atMs} disabled={isTaken(offer, atMs, minutes)}>
              {dayText(new Date(atMs).toISOString(), offer.zone)} {clockText(atMs, offer.zone)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="reserve-for">{say('keepFor')}</label>
        <select id="reserve-for" value={minutes} onChange={(event) => onMinutes(Number(event.target.value))}>
          {lengthsOf(offer.terms.maxMinutes).map((length) => (
            <option key={length} value={length}>
              {say('minutes', { m: length })} · {say('resFee', { amount: moneyText(dearestFee(offer.terms, length), style) })}
            </option>
          ))}
        </select>
      </div>
    </>
  );
};

interface Wish {
  readonly minutes: number;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly startAt?: string;
  readonly pay?: DriverPayWay;
}

/** Reserves once for each press: a repetition of the same wish after a lost answer finds the reservation that was made. */
const useSending = (api: string, onMade: ReserveFormProps['onMade']) => {
  const { language } = useSay();
  const [key, setKey] = useState(newKey);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<CallFailure>();
  const send = async (wish: Wish): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    const wishKey = `${key}-${wish.minutes}-${wish.amountCents}-${wish.startAt ?? ''}-${wish.pay ?? ''}`;
    const result = await callDriver<DriverReservationMade>(`${api}/reservations`, { body: wish, key: wishKey, language: languages[language] });
    setSending(false);
    if (result.ok || result.httpStatus !== null) setKey(newKey());
    if (result.ok) return onMade(result.value);
    setProblem(result);
  };
  return { send, isSending, problem };
};

const wordsOf = ({ code, httpStatus, retryAfterS }: CallFailure, say: Say): string => {
  if (httpStatus === null) return say('noNetwork');
  if (httpStatus === 429) return say('tooMany', { s: retryAfterS });
  if (code === 'reservation.slotTaken') return say('windowTaken');
  if (code === 'reservation.tooMany') return say('reserveMost');
  if (code === 'money.insufficient') return say('walletShort');
  return say(code.startsWith('gun.') || code === 'reservation.gunBusy' ? 'gunBusy' : 'failed');
};
