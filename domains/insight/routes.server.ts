export { bigScreenRoutes } from './big-screen/big-screen.server.ts';
export { screenStreamRoutes } from './big-screen/screen-stream.server.ts';
