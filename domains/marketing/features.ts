export { commentFeature } from './comment/comment.feature.ts';
export { marketingFeature } from './marketing.feature.ts';
export { stationTagFeature } from './station-tag/station-tag.feature.ts';
