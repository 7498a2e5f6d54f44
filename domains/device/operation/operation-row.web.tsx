import type { ReactNode } from 'react';
import { pileState } from '#engines/pile/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import type { PileRow } from '#domains/network/web.ts';
import type { Words } from '#kit/fields/words.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import type { CommandNotice } from '../command/use-command-notice.web.ts';
import { chargingProfileApi } from '../charging-profile/charging-profile.ts';
import { keyRotationApi } from '../key-rotation/key-rotation.ts';
import { operationRefusals, operationWords } from './operation.labels.ts';
import { mayOperate } from './operation.rules.ts';
import type { OperationName } from './operation.rules.ts';
import { operationApi } from './operation.ts';

/** What each row of the dialog needs. */
export interface OperatedProps {
  readonly pile: PileRow;
  readonly notice: CommandNotice;
}

const operations = { ...operationApi, ...keyRotationApi, ...chargingProfileApi } as const;
type OperationEndpoint = (typeof operations)[OperationName];

/** Sends an operation, and waits for its result under the name that the viewer pressed. */
export const useOperation = <E extends OperationEndpoint>(endpoint: E, { begin }: CommandNotice) => {
  const say = useSay();
  const { send } = useSend(endpoint, { doneText: false });
  return (input: Parameters<typeof send>[0], name: Words, names: Readonly<Record<string, string>> = {}): void => {
    void send(input).then((answer) => answer && begin(answer.commandId, say(name, names)));
  };
};

interface OperationButtonProps extends OperatedProps {
  readonly name: OperationName;
  /** What the button does, for screen readers. */
  readonly label: string;
  readonly text?: Words;
  readonly danger?: boolean;
  /** A needed input is empty. */
  readonly incomplete?: boolean;
  readonly onPress: () => void;
}

/** A button that says why an operation is impossible. */
export const OperationButton = (props: OperationButtonProps) => {
  const { pile, notice, name, label, text = operationWords.execute, danger = false, incomplete = false, onPress } = props;
  const say = useSay();
  const verdict = mayOperate(name, {
    name: pile.cpName,
    protocol: pile.protocol,
    disused: pile.cpStat === entityState.disused,
    online: pile.cpWorkStat !== pileState.offline,
    gunCount: pile.gunCount,
  });
  return (
    <ActButton
      size="small"
      danger={danger}
      allow={operations[name].allow}
      because={verdict.ok ? undefined : say(operationRefusals[verdict.refusal], verdict.args)}
      disabled={notice.waiting || incomplete}
      aria-label={`${say(text)}: ${label}`}
      onClick={onPress}
    >
      {say(text)}
    </ActButton>
  );
};

interface OperationProps extends OperatedProps {
  readonly name: OperationName;
  readonly label: Words;
  readonly hint: Words;
  readonly danger?: boolean;
  readonly onPress: () => void;
  readonly children?: ReactNode;
}

/** An operation that needs at most one choice. */
export const Operation = ({ label, hint, children, ...button }: OperationProps) => {
  const say = useSay();
  return (
    <li>
      <OperationTitle label={say(label)} hint={say(hint)} />
      {children}
      <OperationButton {...button} label={say(label)} />
    </li>
  );
};

export const OperationTitle = ({ label, hint }: { readonly label: string; readonly hint: string }) => (
  <div>
    <b>{label}</b>
    <small className="co-hint">{hint}</small>
  </div>
);
