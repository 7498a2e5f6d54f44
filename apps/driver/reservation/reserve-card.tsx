import { useEffect, useState } from 'react';
import type { DriverClientAction, DriverGunView, DriverPayWay, DriverReservation, DriverReservationOffer } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { languages } from '../language.ts';
import { PayCode } from '../order/pay-code.tsx';
import { CardPayment } from '../order/card-payment.tsx';
import { useSay } from '../say.tsx';
import { ReservationEntry } from './reservation-entry.tsx';
import { ReserveForm } from './reserve-form.tsx';

interface ReserveCardProps {
  readonly api: string;
  readonly view: DriverGunView;
  /** The live reservations of the driver at this gun. */
  readonly own: readonly DriverReservation[];
  readonly ways: readonly DriverPayWay[];
  readonly walletCents: number;
  readonly returnPath: string;
  readonly read: () => Promise<void>;
}

/** For a driver who has signed in: the reservation of this gun, or a form for one. */
export const ReserveCard = ({ api, view, own, ways, walletCents, returnPath, read }: ReserveCardProps) => {
  const { say, language } = useSay();
  const [offer, setOffer] = useState<DriverReservationOffer>();
  const [action, setAction] = useState<DriverClientAction | null>(null);
  useEffect(() => {
    void callDriver<DriverReservationOffer>(`${api}/reservations/offer`, { language: languages[language] }).then((result) => {
      if (result.ok) setOffer(result.value);
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another language reads nothing anew; a change of the reservations does
  }, [api, own.length]);
  if (!offer?.terms) return null;
  const isPaying = own.some(({ state }) => state === 'unpaid');
  return (
    <section className="card" aria-label={say('reserve')}>
      {own.length > 0 && <h2>{say('myReservations')}</h2>}
      {own.map((reservation) => (
        <ReservationEntry key={reservation.reservationNo} api={api} reservation={reservation} isHere onChanged={read} />
      ))}
      {isPaying && action !== null && <PayNow action={action} returnPath={returnPath} />}
      {own.length === 0 && (
        <details>
          <summary>{say('reserve')}</summary>
          <ReserveForm
            api={api}
            offer={{ ...offer, terms: offer.terms }}
            amountsCents={view.pay.amountsCents}
            ways={ways}
            walletCents={walletCents}
            onMade={async (made) => {
              setAction(made.clientAction);
              if (made.clientAction?.type === 'redirect') window.location.assign(made.clientAction.data['url'] ?? '');
              await read();
            }}
          />
        </details>
      )}
    </section>
  );
};

const PayNow = ({ action, returnPath }: { readonly action: DriverClientAction; readonly returnPath: string }) => {
  const { say } = useSay();
  switch (action.type) {
    case 'qr':
      return <PayCode text={action.data['url'] ?? ''} />;
    case 'clientSecret':
      return <CardPayment data={action.data} returnPath={returnPath} />;
    case 'redirect':
      return (
        <a className="button main" href={action.data['url'] ?? ''}>
          {say('payNow')}
        </a>
      );
    default:
      return null;
  }
};
