export { marketingFeature } from './marketing.feature.ts';
