import { feature } from '#kit/resource/feature.ts';
import { searchInputLabels } from './search.labels.ts';
import { searchApi } from './search.ts';

export const searchFeature = feature({ name: 'search', api: searchApi, inputLabels: searchInputLabels });
