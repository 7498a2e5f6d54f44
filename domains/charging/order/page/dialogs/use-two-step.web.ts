import { useState } from 'react';
import type { CallError } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { words } from '#kit/web/words.ts';
import { pageWords } from '../../order-page.labels.ts';
import { chargingOrder } from '../../order.ts';
import { canSecondPersonLift } from '../../settlement/settlement-check.rules.ts';

const changes = [chargingOrder];

/**
 * Sends an action that may need a second person: if it is refused for that reason, the refusal is shown, and the next submit asks for a second
 * person.
 */
export const useTwoStep = (onClose: () => void) => {
  const { showSuccess, refused } = useFeedback();
  const [secondPersonReason, setSecondPersonReason] = useState<string>();
  const onDone = ({ pending }: { readonly pending: 0 | 1 }) => {
    showSuccess(pending === 1 ? pageWords.asked : words.done);
    onClose();
  };
  const onRefused = (problem: CallError) => {
    if (canSecondPersonLift(problem.refusal ?? '')) setSecondPersonReason(problem.message);
    else refused(problem);
  };
  return { secondPersonReason, reset: () => setSecondPersonReason(undefined), options: { changes, onDone, onRefused, doneText: false as const } };
};
