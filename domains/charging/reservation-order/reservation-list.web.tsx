import { useMemo, useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { InstantCell, MoneyCell, EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { Intervals } from '#domains/network/web.ts';
import { chargingOrder } from '../order/order.ts';
import '../order/page/order.css';
import { ReserveDialog } from './reserve-dialog.web.tsx';
import { reservationOrderLabels, reservationWords } from './reservation-order.labels.ts';
import { reservationOrder, reservationOrderApi } from './reservation-order.ts';
import { reservationState } from '../order/reservation.codes.ts';

type Reservation = RowOf<typeof reservationOrder.fields>;

/** The list of reservations: party, gun, end and cost. */
export const ReservationList = () => {
  const say = useSay();
  const [isReserving, setIsReserving] = useState(false);
  const cancel = useCancel();
  const actions = useMemo(() => rowActions(cancel), [cancel]);
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
    </>
  );
};

const columns = [
  ...(['reservationOrderNo', 'state', 'stationId', 'cpCode', 'gunNum'] as const),
  { key: 'party', title: reservationOrderLabels.fields.mainPartType, width: 170, render: (row: Reservation) => <Party row={row} /> },
  ...(['startTime', 'expireTime', 'occupyMinutes', 'occupyAmount', 'chargingOrderNo', 'tenantId'] as const),
];
const filters = ['reservationOrderNo', 'state', 'stationId', 'cpCode', 'crcId', 'agentId', 'tenantId', 'createTime'] as const;

const time = (value: string | null, row: Reservation) => (value === null ? <EmptyCell /> : <InstantCell value={value} zone={row.stationTimezone} />);
const draw = {
  startTime: time,
  expireTime: time,
  endTime: time,
  details: (details: Reservation['details'], { currency }: Reservation) => <Intervals details={details} currency={currency} />,
  occupyAmount: (value: string | null, { currency }: Reservation) =>
    value === null ? <EmptyCell /> : <MoneyCell value={value} currency={currency} />,
  chargingOrderNo: (value: string, { chargingOrderId }: Reservation) => <a href={`#/order/charging-order?view=${chargingOrderId}`}>{value}</a>,
};

/** What identifies the party. */
const Party = ({ row: { userMobile, icCardNo, carNum, carVin, userName, custName } }: { readonly row: Reservation }) => {
  const names = [icCardNo ?? carNum ?? carVin ?? userMobile, userName ?? custName].filter((name) => name !== null);
  return names.length === 0 ? <EmptyCell /> : <span className="co-clip">{names.join(' · ')}</span>;
};

const { reserved } = reservationState.items;
const rowActions = (cancel: (row: Reservation) => Promise<void>) => [
  {
    key: 'cancel',
    label: reservationWords.cancel,
    allow: reservationOrderApi.cancel.allow,
    when: ({ state }: Reservation) => (state === reserved.value ? true : reservationWords.over),
    run: cancel,
  },
];

const changes = [reservationOrder, chargingOrder];
const useCancel = () => {
  const { confirm } = useFeedback();
  const say = useSay();
  const { send } = useSend(reservationOrderApi.cancel, { changes });
  return useMemo(
    () => async (row: Reservation) => {
      const title = say(reservationWords.askCancel, { no: row.reservationOrderNo });
      if (await confirm({ title, okText: reservationWords.cancelIt, cancelText: reservationWords.keep, danger: true })) await send({ id: row.croId });
    },
    [confirm, say, send],
  );
};
