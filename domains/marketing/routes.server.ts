export { stationTagRoutes } from './station-tag/station-tag.server.ts';
