import { feature } from '#kit/resource/feature.ts';
import { carStationInputLabels, carStationLabels } from './car-station.labels.ts';
import { carStation, carStationApi } from './car-station.ts';

export const carStationFeature = feature({
  name: 'carStation',
  endpointTitles: { bind: ['绑定', '綁定', 'bind'] },
  resource: carStation,
  api: carStationApi,
  labels: carStationLabels,
  inputLabels: carStationInputLabels,
});
