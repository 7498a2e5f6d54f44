export { miniappShow } from './station-tag/station-tag.codes.ts';
export { stationTagApi } from './station-tag/station-tag.ts';
export { marketing } from './domain.ts';
