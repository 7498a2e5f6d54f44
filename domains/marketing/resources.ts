export { marketing } from './features.ts';
