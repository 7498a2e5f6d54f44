export { alarm } from './domain.ts';
