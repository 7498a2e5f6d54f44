import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import type { reservationOrder } from './reservation-order.ts';

type Reservation = RowOf<typeof reservationOrder.fields>;

/** What identifies the party. */
export const Party = ({ row: { userMobile, icCardNo, carNum, carVin, userName, custName } }: { readonly row: Reservation }) => {
  const names = [icCardNo ?? carNum ?? carVin ?? userMobile, userName ?? custName].filter((name) => name !== null);
  return names.length === 0 ? <EmptyCell /> : <span className="co-clip">{names.join(' · ')}</span>;
};
