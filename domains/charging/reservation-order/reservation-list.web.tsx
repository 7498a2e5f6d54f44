import { useMemo, useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { CodeTag, InstantCell, MoneyCell, EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { Intervals } from '#domains/network/web.ts';
import '../order/page/order.css';
import { liveReservationStates, reservationToldState } from '../order/reservation.codes.ts';
import { CancelDialog } from './cancel-dialog.web.tsx';
import { Party } from './party.web.tsx';
import { ReserveDialog } from './reserve-dialog.web.tsx';
import { reservationOrderLabels, reservationWords } from './reservation-order.labels.ts';
import { reservationOrder, reservationOrderApi } from './reservation-order.ts';

type Reservation = RowOf<typeof reservationOrder.fields>;

/** The list of reservations: party, gun, window, what the pile knows, payment and cost. */
export const ReservationList = () => {
  const say = useSay();
  const [isReserving, setIsReserving] = useState(false);
  const [cancelling, setCancelling] = useState<Reservation>();
  const actions = useMemo(() => rowActions(setCancelling), []);
  return (
    <>
      <ListPage
        of={reservationOrder}
        api={reservationOrderApi}
        labels={reservationOrderLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={actions}
        toolbar={
          <ActButton type="primary" allow={reservationOrderApi.make.allow} onClick={() => setIsReserving(true)}>
            {say(reservationWords.make)}
          </ActButton>
        }
      />
      {isReserving && <ReserveDialog onClose={() => setIsReserving(false)} />}
      {cancelling && <CancelDialog croId={cancelling.croId} no={cancelling.reservationOrderNo} onClose={() => setCancelling(undefined)} />}
    </>
  );
};

const columns = [
  ...(['reservationOrderNo', 'state', 'startTime', 'expireTime', 'toldState', 'cpCode', 'gunNum'] as const),
  { key: 'party', title: reservationOrderLabels.fields.mainPartType, width: 170, render: (row: Reservation) => <Party row={row} /> },
  { key: 'payment', title: reservationWords.payment, width: 130, render: (row: Reservation) => <Payment row={row} /> },
  ...(['occupyMinutes', 'occupyAmount', 'chargingOrderNo', 'stationId', 'tenantId'] as const),
];
const filters = ['reservationOrderNo', 'state', 'stationId', 'cpCode', 'gunNum', 'crcId', 'agentId', 'tenantId', 'createTime'] as const;

const time = (value: string | null, row: Reservation) => (value === null ? <EmptyCell /> : <InstantCell value={value} zone={row.stationTimezone} />);
const draw = {
  startTime: time,
  expireTime: time,
  keptTime: time,
  endTime: time,
  details: (details: Reservation['details'], { currency }: Reservation) => <Intervals details={details} currency={currency} />,
  toldState: (value: number, { toldRemark }: Reservation) => (
    <span title={toldRemark ?? undefined}>
      <CodeTag item={itemOf(reservationToldState, value)} />
    </span>
  ),
  occupyAmount: (value: string | null, { currency }: Reservation) =>
    value === null ? <EmptyCell /> : <MoneyCell value={value} currency={currency} />,
  chargingOrderNo: (value: string, { chargingOrderId }: Reservation) => <a href={`#/order/charging-order?view=${chargingOrderId}`}>{value}</a>,
};

/** Whether an account holds the money, or a payment has brought it. */
const Payment = ({ row: { prePayOrderId } }: { readonly row: Reservation }) => {
  const say = useSay();
  if (prePayOrderId === null) return say(reservationWords.held);
  return <a href={`#/order/prepaid-order?view=${prePayOrderId}`}>{say(reservationWords.prepaid)}</a>;
};

const rowActions = (cancel: (row: Reservation) => void) => [
  {
    key: 'cancel',
    label: reservationWords.cancel,
    allow: reservationOrderApi.cancel.allow,
    when: ({ state }: Reservation) => (liveReservationStates.includes(state) ? true : reservationWords.over),
    run: cancel,
  },
];
