import type { SecondStep } from '#domains/identity/web.ts';
import type { CallError } from '#kit/web/calls/client.ts';
import { createStore } from '#kit/web/store.ts';

/** A sign-in whose first step succeeded and whose second step is pending. */
export const secondStepStore = createStore<SecondStep | null>(null);

/** Whether a refusal requires the second step; the sign-in page then shows that step instead of its form. */
export const takeSecondStep = ({ refusal, detail }: CallError): boolean => {
  if (refusal !== 'totp.needed' && refusal !== 'totp.enrol') return false;
  secondStepStore.set(readStep(detail));
  return true;
};

export const readStep = (detail: unknown): SecondStep | null => {
  if (typeof detail !== 'object' || detail === null || !('ticket' in detail)) return null;
  const enrolment = 'uri' in detail && 'secret' in detail ? { uri: String(detail.uri), secret: String(detail.secret) } : {};
  return { ticket: String(detail.ticket), ...enrolment };
};
