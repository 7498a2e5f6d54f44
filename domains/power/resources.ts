export { power } from './domain.ts';
