import { useState } from 'react';
import type { CallError } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { words } from '#kit/web/words.ts';
import { pageWords } from '../../order-page.labels.ts';
import { chargingOrder } from '../../order.ts';
import { secondLifts } from '../../settlement/settlement-check.rules.ts';

const changes = [chargingOrder];

/** How a verb is sent that may need a second person: a no for that reason is kept, and the next press asks for one. */
export const useTwoStep = (onClose: () => void) => {
  const { good, refused } = useFeedback();
  const [why, setWhy] = useState<string>();
  const onDone = ({ pending }: { readonly pending: 0 | 1 }) => {
    good(pending === 1 ? pageWords.asked : words.done);
    onClose();
  };
  const onRefused = (problem: CallError) => {
    if (secondLifts(problem.refusal ?? '')) setWhy(problem.message);
    else refused(problem);
  };
  return { why, forget: () => setWhy(undefined), options: { changes, onDone, onRefused, done: false as const } };
};
