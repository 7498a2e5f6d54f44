import { useState } from 'react';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { useSend } from '../dialogs/feedback.tsx';

export interface RevealOf {
  readonly of: AnyResource;
  readonly rowKey: string;
  /** The field's name. */
  readonly name: string;
  /** What everybody is shown; a number in full is one of this row as long as this stays. */
  readonly shown: string;
}

export interface RevealedField {
  /** The permission it takes. */
  readonly allow: string;
  /** In full, while it is looked at. */
  readonly full: string | undefined;
  readonly isRevealing: boolean;
  /** Asks the server, which keeps it in the log; or hides what was shown. */
  readonly toggle: () => void;
}

/** A number in full on request. It is kept nowhere but in what is drawn: whoever looks again asks again. */
export const useReveal = ({ of, rowKey, name, shown }: RevealOf): RevealedField => {
  const endpoint = personalApi(of).reveal;
  const revealKey = JSON.stringify([of.path, rowKey, name, shown]);
  const [revealed, setRevealed] = useState<{ readonly revealKey: string; readonly value: string | null }>();
  const { send, sending } = useSend(endpoint, { done: false, onDone: ({ value }) => setRevealed({ revealKey, value }) });
  const full = revealed?.revealKey === revealKey ? (revealed.value ?? undefined) : undefined;
  return {
    allow: endpoint.allow,
    full,
    isRevealing: sending,
    toggle: () => {
      if (full === undefined) void send({ id: rowKey, field: name });
      else setRevealed(undefined);
    },
  };
};
