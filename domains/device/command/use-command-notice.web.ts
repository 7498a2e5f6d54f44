import { useState } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Translate } from '#kit/web/language.ts';
import { commandWords, remarkWords } from './command.labels.ts';
import { replyResult } from './command.ts';
import { useCommandResult } from './use-command-result.web.ts';
import type { CommandRow } from './use-command-result.web.ts';

export interface CommandNotice {
  readonly waiting: boolean;
  /** Begins to wait for a command; `name` is what the notice calls it. */
  readonly begin: (commandId: string, name: string) => void;
}

/** Waits for one command and shows its result when it ends. */
export const useCommandNotice = (onEnd?: (command: CommandRow, name: string) => void): CommandNotice => {
  const say = useSay();
  const { showSuccess, showError } = useFeedback();
  const [name, setName] = useState('');
  const { waiting, begin } = useCommandResult((command) => {
    if (command.result === replyResult.items.success.value) showSuccess(say(commandWords.accepted, { name }));
    else showError(say(commandWords.notAccepted, { name, why: failureText(command, say) }));
    onEnd?.(command, name);
  });
  return {
    waiting,
    begin: (commandId, what) => {
      setName(what);
      begin(commandId);
    },
  };
};

const failureText = ({ remark, result }: CommandRow, say: Translate): string => {
  const reason = remark === null ? itemOf(replyResult, result)?.words : remarkWords[remark];
  return reason ? say(reason) : (remark ?? '');
};
