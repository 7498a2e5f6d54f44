export { partner } from './domain.ts';
