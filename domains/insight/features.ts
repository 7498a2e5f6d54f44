export { bigScreenFeature } from './big-screen/big-screen.feature.ts';
export { screenStreamFeature } from './big-screen/screen-stream.feature.ts';
