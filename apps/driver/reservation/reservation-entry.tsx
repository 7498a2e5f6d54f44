import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { DriverReservation } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { clockText, dayText, moneyText } from '../format.ts';
import { languages } from '../language.ts';
import { CouponChoice, useCouponChoices } from '../offers/coupon-choice.tsx';
import { useSay } from '../say.tsx';
import { liveStates, stateWords } from './reservations.ts';

interface EntryProps {
  readonly api: string;
  readonly reservation: DriverReservation;
  /** The page stands at the gun of the reservation, so that its driver has arrived. */
  readonly isHere: boolean;
  readonly onChanged: () => Promise<void>;
}

/** One reservation: when, where, what it costs, and what its driver can do. */
export const ReservationEntry = ({ api, reservation, isHere, onChanged }: EntryProps) => {
  const { say, language } = useSay();
  const sheet = useRef<HTMLDialogElement>(null);
  const [key, setKey] = useState(newKey);
  const [problem, setProblem] = useState<string>();
  const { reservationNo, state, zone, from, until, feeCents, currency, digits, actions, orderNo, payBy, amountCents } = reservation;
  const canStart = isHere && actions.includes('start');
  const coupons = useCouponChoices({ api, amountCents: canStart ? amountCents : 0, walletCents: 0, isPrepaid: false, received: 0 });
  const fee = moneyText(feeCents, { language, currency, digits });
  const press = async (action: 'cancel' | 'start'): Promise<void> => {
    sheet.current?.close();
    const coupon = action === 'start' ? (coupons.chosen ?? '') : '';
    const body = coupon === '' ? {} : { coupon };
    const path = `${api}/me/reservations/${encodeURIComponent(reservationNo)}/${action}`;
    const result = await callDriver<DriverReservation>(path, { body, key: `${key}-${action}-${coupon}`, language: languages[language] });
    if (result.ok || result.httpStatus !== null) setKey(newKey());
    if (result.ok && action === 'start' && result.value.orderNo !== null)
      return window.location.assign(`/o/${encodeURIComponent(result.value.orderNo)}`);
    setProblem(result.ok ? undefined : say(result.httpStatus === null ? 'noNetwork' : (problems[result.code] ?? 'failed')));
    await onChanged();
  };
  return (
    <div className="stack">
      <div className="entry">
        <span>
          <b>
            {dayText(from, zone)} {say('fromTo', { from: clockText(from, zone), to: clockText(until, zone) })}
          </b>
          <small>
            {reservation.stationName} · {reservation.pileNo} · {reservation.gunNo}
          </small>
          <small data-state={state}>{say(stateWords[state], { time: payBy === null ? '' : clockText(payBy, zone) })}</small>
        </span>
        {(feeCents > 0 || !liveStates.includes(state)) && <span className="sum">{say('resFee', { amount: fee })}</span>}
      </div>
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      {canStart && <CouponChoice {...coupons} currency={currency} digits={digits} />}
      {canStart && (
        <button type="button" className="main" onClick={() => void press('start')}>
          {say('startReserved')}
        </button>
      )}
      {orderNo !== null && isHere && (
        <a className="button main" href={`/o/${encodeURIComponent(orderNo)}`}>
          {say('goToOrder')}
        </a>
      )}
      {actions.includes('cancel') && (
        <button type="button" className="plain" onClick={() => sheet.current?.showModal()}>
          {say('cancelReservation')}
        </button>
      )}
      <CancelSheet sheet={sheet} fee={fee} onCancel={() => void press('cancel')} />
    </div>
  );
};

interface CancelSheetProps {
  readonly sheet: RefObject<HTMLDialogElement | null>;
  /** What it costs now. */
  readonly fee: string;
  readonly onCancel: () => void;
}

const CancelSheet = ({ sheet, fee, onCancel }: CancelSheetProps) => {
  const { say } = useSay();
  return (
    <dialog ref={sheet} aria-label={say('cancelReservation')}>
      <div className="stack">
        <h2>{say('cancelReservation')}</h2>
        <p>{say('cancelCosts', { amount: fee })}</p>
        <button type="button" className="main" onClick={onCancel}>
          {say('cancelReservation')}
        </button>
        <button type="button" onClick={() => sheet.current?.close()}>
          {say('keepReservation')}
        </button>
      </div>
    </dialog>
  );
};

const problems: Readonly<Record<string, 'plugFirst' | 'plugAgain' | 'tooEarly' | 'gunBusy'>> = {
  'gun.notPlugged': 'plugFirst',
  'gun.mustReplug': 'plugAgain',
  'reservation.early': 'tooEarly',
  'reservation.gunBusy': 'gunBusy',
};
