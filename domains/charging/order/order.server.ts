import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { OrderDesk } from './actions/order-action.server.ts';
import { adjustHandlers } from './actions/adjust-by-hand.server.ts';
import { assignPartyHandlers } from './actions/assign-party.server.ts';
import { billingDetailHandlers } from './explain/billing-detail.server.ts';
import { cancelReservationHandlers } from './actions/cancel-reservation.server.ts';
import { clearFlagHandlers } from './actions/clear-flag.server.ts';
import { deleteHandlers } from './actions/delete-order.server.ts';
import { detailHandlers } from './explain/detail.server.ts';
import { listHandlers } from './list.server.ts';
import { logHandlers } from './explain/log.server.ts';
import { manualEndHandlers } from './actions/manual-end.server.ts';
import { manualSettleHandlers } from './actions/manual-settle.server.ts';
import { chargingOrderApi } from './order-api.ts';
import { remoteStartHandlers } from './actions/remote-start.server.ts';
import { remoteStopHandlers } from './actions/remote-stop.server.ts';
import { sentRecordHandlers } from './explain/sent-records.server.ts';

/** Everything operators do with orders, one verb a file. */
export const orderRoutes = (desk: OrderDesk): readonly Route[] =>
  implement(chargingOrderApi, {
    ...listHandlers,
    ...detailHandlers(desk),
    ...billingDetailHandlers,
    ...logHandlers,
    ...sentRecordHandlers,
    ...manualEndHandlers(desk),
    ...manualSettleHandlers(desk),
    ...clearFlagHandlers(desk),
    ...assignPartyHandlers(desk),
    ...adjustHandlers(desk),
    ...deleteHandlers(desk),
    ...remoteStartHandlers(desk),
    ...remoteStopHandlers(desk),
    ...cancelReservationHandlers(desk),
  });
