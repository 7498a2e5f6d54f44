export { bigScreenFeature } from './big-screen/big-screen.feature.ts';
export { screenStreamFeature } from './big-screen/screen-stream.feature.ts';
export { orderDataFeature } from './order-data/order-data.feature.ts';
export { pileDataFeature } from './pile-data/pile-data.feature.ts';
export { operationFeature } from './operation/operation.feature.ts';
export { chargeRecountFeature } from './charge-recount/charge-recount.feature.ts';
export { homeFeature } from './home/home-data.feature.ts';
