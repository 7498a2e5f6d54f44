export { bigScreenRoutes } from './big-screen/big-screen.server.ts';
export { screenStreamRoutes } from './big-screen/screen-stream.server.ts';
export { orderDataRoutes } from './order-data/order-data.server.ts';
export { pileDataRoutes } from './pile-data/pile-data.server.ts';
export { operationRoutes } from './operation/operation.server.ts';
export { chargeRecountRoutes } from './charge-recount/charge-recount.server.ts';
export { homeRoutes } from './home/home-data.server.ts';
