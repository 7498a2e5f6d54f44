import { useSay } from '../say.tsx';
import { ReservationEntry } from './reservation-entry.tsx';
import { useReservations } from './reservations.ts';

/** The reservations of the account; nothing for a driver who has never made one. */
export const MyReservations = ({ api }: { readonly api: string }) => {
  const { say } = useSay();
  const { reservations, read } = useReservations(api, true);
  if (reservations === undefined || reservations.length === 0) return null;
  return (
    <section className="card" aria-labelledby="reservations-title">
      <h2 id="reservations-title">{say('myReservations')}</h2>
      <ul className="entries">
        {reservations.map((reservation) => (
          <li key={reservation.reservationNo}>
            <ReservationEntry api={api} reservation={reservation} isHere={false} onChanged={read} />
          </li>
        ))}
      </ul>
    </section>
  );
};
