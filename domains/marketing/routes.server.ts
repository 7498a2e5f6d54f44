export { commentRoutes } from './comment/comment.server.ts';
export { stationTagRoutes } from './station-tag/station-tag.server.ts';
