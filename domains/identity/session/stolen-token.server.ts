import type { JournalEntry } from '#kit/server/http/journal.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { endReasonRefusals } from './end-reason.labels.ts';
import { sessionApi } from './session.ts';
import type { StolenToken } from './session-store.server.ts';

/** The entry of the login log for a token that another browser has sent. */
export const stolenTokenAct = ({ viewer, client, at }: StolenToken, registry: Registry): JournalEntry => ({
  feature: registry.feature('session') ?? { name: 'session', api: sessionApi },
  endpoint: sessionApi.login,
  name: 'strayed',
  method: sessionApi.login.method,
  viewer,
  input: {},
  client: { ...client, token: undefined, bearer: undefined, addressed: '' },
  at,
  tookMs: 0,
  outcome: 'refused',
  reason: endReasonRefusals['ended.browser'],
});
