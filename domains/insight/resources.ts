export { insight } from './domain.ts';
