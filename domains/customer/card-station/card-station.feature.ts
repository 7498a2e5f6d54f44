import { feature } from '#kit/resource/feature.ts';
import { cardStationInputLabels, cardStationLabels } from './card-station.labels.ts';
import { cardStation, cardStationApi } from './card-station.ts';

export const cardStationFeature = feature({
  name: 'cardStation',
  endpointTitles: { bind: ['绑定', '綁定', 'bind'] },
  resource: cardStation,
  api: cardStationApi,
  labels: cardStationLabels,
  inputLabels: cardStationInputLabels,
});
