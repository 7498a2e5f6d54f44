import { throwRefusal } from '#kit/resource/refusal.ts';
import { sessionRefusals } from '../session/session.labels.ts';

/** Says that too many people are signing in at this moment. */
export const refuseBusy = (): never => throwRefusal(sessionRefusals, 'login.busy', {}, { status: 503 });
