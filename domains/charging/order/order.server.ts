import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { OrderActionDeps } from './actions/order-action.server.ts';
import { billingDetailHandlers } from './explain/billing-detail.server.ts';
import { bmsReportHandlers } from './explain/bms-reports.server.ts';
import { deleteHandlers } from './actions/delete-order.server.ts';
import { detailHandlers } from './explain/detail.server.ts';
import { listHandlers } from './list.server.ts';
import { logHandlers } from './explain/log.server.ts';
import { manualEndHandlers } from './actions/manual-end.server.ts';
import { manualSettleHandlers } from './actions/manual-settle.server.ts';
import { chargingOrderApi } from './order-api.ts';
import { remoteStartHandlers } from './actions/remote-start.server.ts';
import { reviewHandlers } from './actions/review-order.server.ts';
import { stopHandlers } from './actions/stop-order.server.ts';
import { endRecordHandlers } from './explain/end-records.server.ts';

/** Everything that operators do with orders. */
export const orderRoutes = (deps: OrderActionDeps): readonly Route[] =>
  implement(chargingOrderApi, {
    ...listHandlers,
    ...detailHandlers(deps),
    ...billingDetailHandlers,
    ...logHandlers,
    ...endRecordHandlers,
    ...bmsReportHandlers(deps),
    ...manualEndHandlers(deps),
    ...manualSettleHandlers(deps),
    ...reviewHandlers(deps),
    ...deleteHandlers(deps),
    ...remoteStartHandlers(deps),
    ...stopHandlers(deps),
  });
