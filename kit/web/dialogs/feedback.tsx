import { App } from 'antd';
import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { Endpoint, WireAnswerOf, WireInputOf } from '#kit/resource/endpoint.ts';
import { useSay } from '../language.ts';
import type { CallError } from '../calls/client.ts';
import { useSendRaw } from '../calls/query.tsx';
import type { Mutation } from '../calls/query.tsx';
import { sessionErrorStore } from '../session/session-errors.ts';
import { SessionErrorRoot } from '../session/session-error-root.tsx';
import { words } from '../words.ts';

/** Toasts and confirmation dialogs are drawn above these children. */
export const FeedbackRoot = ({ children }: { readonly children: ReactNode }) => (
  <App component={false} message={{ maxCount: 3 }}>
    {children}
    <SessionErrorRoot />
  </App>
);

export interface Feedback {
  readonly showSuccess: (text: Words | string) => void;
  readonly showError: (text: Words | string) => void;
  readonly warn: (text: Words | string) => void;
  /** Shows why a call failed, once for any number of equal failures. Failures that `SessionErrorRoot` shows are not shown again. */
  readonly refused: (problem: CallError) => void;
  /** True when the viewer agreed; closing the dialog in any other way is false. */
  readonly confirm: (question: Question) => Promise<boolean>;
}

export interface Question {
  readonly title: Words | string;
  readonly body?: Words | string;
  readonly okText?: Words | string;
  readonly cancelText?: Words | string;
  readonly danger?: boolean;
}

const REFUSED_S = 4;
/** Whether the dialog of an ended session, a missing permission or a lost connection shows this error. */
export const isReportedElsewhere = ({ code, message }: CallError): boolean =>
  code === 401 || code === 403 || sessionErrorStore.get()?.message === message;

/** Toasts and confirmation dialogs in the viewer's language. */
export const useFeedback = (): Feedback => {
  const { message, modal } = App.useApp();
  const say = useSay();
  const textOf = useCallback((text: Words | string) => (typeof text === 'string' ? text : say(text)), [say]);
  const showSuccess = useCallback((text: Words | string) => void message.success(textOf(text)), [message, textOf]);
  const showError = useCallback((text: Words | string) => void message.error(textOf(text)), [message, textOf]);
  const warn = useCallback((text: Words | string) => void message.warning({ key: textOf(text), content: textOf(text) }), [message, textOf]);
  const refused = useCallback(
    (problem: CallError) =>
      void (!isReportedElsewhere(problem) && message.error({ key: problem.message, content: problem.message, duration: REFUSED_S })),
    [message],
  );
  const confirm = useCallback(
    ({ title, body, okText, cancelText, danger }: Question) =>
      new Promise<boolean>((resolve) => {
        modal.confirm({
          title: textOf(title),
          content: body === undefined ? undefined : textOf(body),
          okText: textOf(okText ?? words.ok),
          cancelText: textOf(cancelText ?? words.cancel),
          // In a dangerous question, Enter cancels, so that a repeated Enter destroys nothing.
          focusable: { autoFocusButton: danger === true ? 'cancel' : 'ok' },
          okButtonProps: { danger: danger === true },
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      }),
    [modal, textOf],
  );
  return useMemo(() => ({ showSuccess, showError, warn, refused, confirm }), [showSuccess, showError, warn, refused, confirm]);
};

interface UseSendOptions<E extends Endpoint> {
  readonly changes?: readonly { readonly path: string }[];
  /** The toast after a success; `false` for none. */
  readonly doneText?: Words | false;
  readonly onDone?: (answer: WireAnswerOf<E>, input: WireInputOf<E>) => void;
  /** Handles a refusal instead of a toast. */
  readonly onRefused?: (problem: CallError) => void;
}

/** A changing call with its toasts: `const { send, sending } = useSend(api.changeState, { changes: [station] })`. */
export const useSend = <E extends Endpoint>(endpoint: E, options: UseSendOptions<E> = {}): Mutation<E> => {
  const { showSuccess, refused } = useFeedback();
  const { changes, doneText = words.done, onDone, onRefused } = options;
  return useSendRaw(endpoint, {
    ...(changes && { changes }),
    onRefused: onRefused ?? refused,
    onDone: (answer, input) => {
      if (doneText !== false) showSuccess(doneText);
      onDone?.(answer, input);
    },
  });
};
