import { Form, Input } from 'antd';
import type { CodeItem, CodeValue } from '#kit/fields/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import type { cardState } from './card.codes.ts';
import { cardLabels, cardWords } from './card.labels.ts';
import { card, cardApi, reapplyCardEndpoint } from './card.ts';
import { PinConfirmation } from './pin-confirmation.web.tsx';

interface CardOf {
  readonly icCardId: string;
  readonly icCardNo: string;
}
interface DialogProps {
  readonly row: CardOf;
  readonly onClose: () => void;
}

interface ReapplyValues {
  readonly newIcCardNo: string;
  readonly csrReason: string;
}

/** Replaces a card with a new one. */
export const ReapplyDialog = ({ row, onClose }: DialogProps) => {
  const say = useSay();
  const check = useFieldRule();
  const { send, sending } = useSend(reapplyCardEndpoint, { changes: [card], onDone: onClose });
  const { newIcCardNo, csrReason } = reapplyCardEndpoint.input;
  return (
    <FormDialog<ReapplyValues>
      title={say(cardWords.reapplyOf, { no: row.icCardNo })}
      sending={sending}
      onClose={onClose}
      onFinish={(values) => void send({ icCardId: row.icCardId, ...values })}
    >
      <p className="co-hint">{say(cardWords.reapplyHint)}</p>
      <Form.Item name="newIcCardNo" label={say(cardWords.newNumber)} required rules={[check(newIcCardNo, say(cardWords.newNumber))]}>
        <Input maxLength={newIcCardNo.max} autoComplete="off" />
      </Form.Item>
      <Form.Item name="csrReason" label={say(cardWords.reason)} required rules={[check(csrReason, say(cardWords.reason))]}>
        <Input.TextArea maxLength={csrReason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </FormDialog>
  );
};

interface ReasonValues {
  readonly csrReason?: string;
}
interface StateProps extends DialogProps {
  readonly wantedState: CodeItem & { readonly value: CodeValue<typeof cardState> };
}

/** Changes a card's state, with the reason that is recorded. */
export const StateDialog = ({ row, wantedState, onClose }: StateProps) => {
  const say = useSay();
  const { send, sending } = useSend(cardApi.changeState, { changes: [card], onDone: onClose });
  const { csrReason } = cardApi.changeState.input;
  const change = ({ csrReason: reason }: ReasonValues) =>
    void send({ entityId: row.icCardId, setState: wantedState.value, csrReason: reason ?? null });
  return (
    <FormDialog<ReasonValues>
      title={say(words.confirmState, { name: row.icCardNo, state: say(wantedState.words) })}
      sending={sending}
      danger={wantedState.tone === 'bad'}
      onClose={onClose}
      onFinish={change}
    >
      <Form.Item name="csrReason" label={say(cardWords.reason)}>
        <Input.TextArea maxLength={csrReason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </FormDialog>
  );
};

/** Sets or removes the password of a card. */
export const PasswordDialog = ({ row, onClose }: DialogProps) => {
  const say = useSay();
  const check = useFieldRule();
  const { send, sending } = useSend(cardApi.resetPwd, { changes: [card], onDone: onClose });
  const { cardPwd, csrReason } = cardApi.resetPwd.input;
  const label = say(cardLabels.fields.cardPwd);
  return (
    <FormDialog<ReasonValues & { readonly cardPwd?: string }>
      title={say(cardWords.passwordOf, { no: row.icCardNo })}
      sending={sending}
      onClose={onClose}
      onFinish={(values) => void send({ icCardId: row.icCardId, cardPwd: values.cardPwd ?? null, csrReason: values.csrReason ?? null })}
    >
      <Form.Item name="cardPwd" label={label} extra={say(cardWords.passwordHint)} rules={[check(cardPwd, label)]}>
        <Input.Password maxLength={cardPwd.max} inputMode="numeric" autoComplete="new-password" />
      </Form.Item>
      <PinConfirmation />
      <Form.Item name="csrReason" label={say(cardWords.reason)} rules={[check(csrReason, say(cardWords.reason))]}>
        <Input.TextArea maxLength={csrReason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </FormDialog>
  );
};
