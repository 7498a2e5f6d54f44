export { screenView } from './big-screen/big-screen.codes.ts';
export { bigScreenApi } from './big-screen/big-screen.ts';
export { SCREEN_PATH } from './big-screen/screen-stream.ts';
export type { ScreenAbout, ScreenLive, ScreenStation, ScreenSums } from './big-screen/screen-stream.ts';
export { insight } from './domain.ts';
