export { userLabels } from './user.labels.ts';
export { ownUser, userApi } from './user.ts';
