import { domain, feature } from '#kit/resource/feature.ts';
import { roleLevel } from './role/levels.ts';
import { passwordRefusals, sessionInputLabels, sessionRefusals } from './session/session.labels.ts';
import { sessionApi } from './session/session.ts';

export { sessionApi } from './session/session.ts';
export type { LoginAnswer, MenuAnswer, MenuNode, PermissionRule, UserInfo } from './session/session.ts';

export const identity = domain('identity', [
  feature({
    name: 'session',
    api: sessionApi,
    inputLabels: sessionInputLabels,
    refusals: { ...sessionRefusals, ...passwordRefusals },
    codes: [roleLevel],
  }),
]);
