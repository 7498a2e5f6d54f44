export { screenView } from './big-screen/big-screen.codes.ts';
export { bigScreenApi } from './big-screen/big-screen.ts';
export { SCREEN_PATH } from './big-screen/screen-stream.ts';
export type { ScreenAbout, ScreenLive, ScreenStation, ScreenSums } from './big-screen/screen-stream.ts';
export { insight } from './domain.ts';
export { statUnit } from './charge-sum/charge-sum.codes.ts';
export { operationApi } from './operation/operation.ts';
export { orderDataApi } from './order-data/order-data.ts';
export { pileDataApi } from './pile-data/pile-data.ts';
