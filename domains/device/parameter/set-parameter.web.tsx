import type { PileRow } from '#domains/network/web.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { parameterWords } from './parameter.labels.ts';
import { parameterApi } from './parameter.ts';
import { fieldOf, isRestart, ParameterInput, useParameterInput } from './parameter-input.web.tsx';
import type { ParameterItem } from './parameter-input.web.tsx';
import { parameterNo } from '../protocol.codes.ts';

interface SetParameterProps {
  readonly pile: PileRow;
  readonly item: ParameterItem;
  /** The gun that is chosen at first; 0 for a parameter of the pile. */
  readonly gunNumber: number;
  /** The value that the pile has now. */
  readonly reported: string | undefined;
  readonly onClose: () => void;
  readonly onSent: (commandId: string) => void;
}

const OFFLINE_POWER = parameterNo.items.offlineMaxPower.value;

/** Sets one parameter with an input of its kind, which checks the value as the server does. */
export const SetParameter = ({ pile, item, gunNumber, reported, onClose, onSent }: SetParameterProps) => {
  const say = useSay();
  const field = fieldOf(item);
  const input = useParameterInput(item, initialValueOf(field, reported), gunNumber);
  const { send, sending } = useSend(parameterApi.setParameter, {
    doneText: false,
    onDone: ({ commandId }) => {
      onSent(commandId);
      onClose();
    },
    onRefused: ({ message }) => input.setProblem(message),
  });
  const submit = () => {
    const setting = input.read();
    if (setting) void send({ cpCode: pile.cpCode, ...setting });
  };
  return (
    <FormDialog
      width={450}
      title={say(parameterWords.setOf, { name: say(item.words) })}
      okText={say(field ? parameterWords.send : parameterWords.execute)}
      danger={isRestart(item)}
      sending={sending}
      onClose={onClose}
      onFinish={submit}
    >
      <ParameterInput
        input={input}
        gunCount={pile.gunCount}
        extra={item.value === OFFLINE_POWER ? say(parameterWords.rated, { rated: pile.cpPower }) : undefined}
      />
    </FormDialog>
  );
};

/** The pile's value in the form that the input of its kind takes. */
const initialValueOf = (field: Field | undefined, reported: string | undefined): unknown => {
  if (!field || reported === undefined) return null;
  const parsed = parse(field, reported);
  if (!parsed.ok) return null;
  return field.kind === 'count' || field.kind === 'choice' ? Number(reported) : reported;
};
