import { implement } from '#kit/server/route.ts';
import type { Route } from '#kit/server/route.ts';
import type { OrderDesk } from './act.server.ts';
import { adjustHandlers } from './adjust-by-hand.server.ts';
import { assignPartyHandlers } from './assign-party.server.ts';
import { billingDetailHandlers } from './billing-detail.server.ts';
import { cancelReservationHandlers } from './cancel-reservation.server.ts';
import { clearFlagHandlers } from './clear-flag.server.ts';
import { deleteHandlers } from './delete-order.server.ts';
import { detailHandlers } from './detail.server.ts';
import { listHandlers } from './list.server.ts';
import { logHandlers } from './log.server.ts';
import { manualEndHandlers } from './manual-end.server.ts';
import { manualSettleHandlers } from './manual-settle.server.ts';
import { chargingOrderApi } from './order-api.ts';
import { remoteStartHandlers } from './remote-start.server.ts';
import { remoteStopHandlers } from './remote-stop.server.ts';
import { sentRecordHandlers } from './sent-records.server.ts';

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
