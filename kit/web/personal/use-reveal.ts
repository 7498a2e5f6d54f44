import { useState } from 'react';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { useSend } from '../dialogs/feedback.tsx';

export interface RevealOf {
  readonly of: AnyResource;
  readonly rowKey: string;
  /** The name of the field. */
  readonly name: string;
  /** The masked value. A revealed value is valid only as long as this does not change. */
  readonly shown: string;
}

export interface RevealedField {
  /** The permission that revealing needs. */
  readonly allow: string;
  /** The full value while it is revealed. */
  readonly full: string | undefined;
  readonly isRevealing: boolean;
  /** Requests the full value, which the server logs; or hides it again. */
  readonly toggle: () => void;
}

/** Reveals a personal value on request. The full value is stored nowhere, so revealing it again requests it again. */
export const useReveal = ({ of, rowKey, name, shown }: RevealOf): RevealedField => {
  const endpoint = personalApi(of).reveal;
  const revealKey = JSON.stringify([of.path, rowKey, name, shown]);
  const [revealed, setRevealed] = useState<{ readonly revealKey: string; readonly value: string | null }>();
  const { send, sending } = useSend(endpoint, { doneText: false, onDone: ({ value }) => setRevealed({ revealKey, value }) });
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
