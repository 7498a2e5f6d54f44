export { marketing } from './domain.ts';
