import { throwRefusal } from '#kit/resource/refusal.ts';
import { sessionRefusals } from '../session/session.labels.ts';

/** Refuses a sign-in because too many others are in progress. */
export const refuseBusy = (): never => throwRefusal(sessionRefusals, 'login.busy', {}, { status: 503 });
