import { Skeleton } from 'antd';
import { useState } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { CodeTag, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { reservationState, reservationToldState } from '../order/reservation.codes.ts';
import { CancelDialog } from './cancel-dialog.web.tsx';
import { Party } from './party.web.tsx';
import { reservationWords } from './reservation-order.labels.ts';
import { reservationOrderApi } from './reservation-order.ts';
import type { reservationOrder } from './reservation-order.ts';
import './reservation.css';

type Reservation = RowOf<typeof reservationOrder.fields>;

interface Gun {
  readonly cpCode: string;
  readonly gunNumber: number;
}

const { reserved, unpaid } = reservationState.items;
const SHOWN_MAX = 50;

/** The live reservations of a gun, the earliest first; undefined until they are loaded, or where the viewer may not see them. */
export const useGunReservations = ({ cpCode, gunNumber }: Gun) => {
  const may = usePermission()(reservationOrderApi.list.allow);
  const input = { cpCode, gunNum: gunNumber, pageSize: SHOWN_MAX };
  const kept = useCall(reservationOrderApi.list, { ...input, state: reserved.value }, { enabled: may.ok });
  const paying = useCall(reservationOrderApi.list, { ...input, state: unpaid.value }, { enabled: may.ok });
  const rows = kept.data && paying.data && [...kept.data.records, ...paying.data.records];
  return { may: may.ok, rows: rows?.toSorted((a, b) => a.startTime.localeCompare(b.startTime)), error: kept.error, refetch: kept.refetch };
};

/** What is reserved at a gun from now on. */
export const GunReservations = ({ gun, zone }: { readonly gun: Gun; readonly zone: string | undefined }) => {
  const say = useSay();
  const [cancelling, setCancelling] = useState<Reservation>();
  const { rows, error, refetch } = useGunReservations(gun);
  if (error && rows === undefined) return <LoadError because={error.message} retry={() => void refetch()} />;
  if (rows === undefined) return <Skeleton active />;
  if (rows.length === 0) return <p className="co-hint">{say(reservationWords.noneNext)}</p>;
  return (
    <>
      <ul className="cr-next">
        {rows.map((row) => (
          <li key={row.croId}>
            <span>
              <InstantCell value={row.startTime} zone={zone} /> – <InstantCell value={row.expireTime} zone={zone} />
            </span>
            <CodeTag item={itemOf(reservationState, row.state)} />
            <CodeTag item={itemOf(reservationToldState, row.toldState)} />
            <Party row={row} />
            <ActButton size="small" allow={reservationOrderApi.cancel.allow} onClick={() => setCancelling(row)}>
              {say(reservationWords.cancel)}
            </ActButton>
          </li>
        ))}
      </ul>
      {cancelling && <CancelDialog croId={cancelling.croId} no={cancelling.reservationOrderNo} onClose={() => setCancelling(undefined)} />}
    </>
  );
};

/** Tells whoever starts a charge that the gun is reserved for later. */
export const NextReservationNote = ({ gun, zone }: { readonly gun: Gun; readonly zone: string | undefined }) => {
  const say = useSay();
  const next = useGunReservations(gun).rows?.[0];
  if (!next) return null;
  const [before, after] = say(reservationWords.nextFrom, { time: '|' }).split('|');
  return (
    <p className="co-hint">
      {before}
      <InstantCell value={next.startTime} zone={zone} />
      {after}
    </p>
  );
};
