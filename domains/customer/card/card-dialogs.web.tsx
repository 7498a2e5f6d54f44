import { Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { parse } from '#kit/fields/parse.ts';
import type { CodeItem, CodeValue } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import { useSend } from '#kit/web/feedback.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { words } from '#kit/web/words.ts';
import type { cardState } from './card.codes.ts';
import { cardLabels, cardWords } from './card.labels.ts';
import { card, cardApi, reapplyCardEndpoint } from './card.ts';

interface CardOf {
  readonly icCardId: string;
  readonly icCardNo: string;
}
interface DialogProps {
  readonly row: CardOf;
  readonly onClose: () => void;
}

/** A new card for an old one. */
export const ReapplyDialog = ({ row, onClose }: DialogProps) => {
  const say = useSay();
  const [form] = Form.useForm<{ readonly newIcCardNo: string; readonly csrReason: string }>();
  const check = useCheck();
  const { send, sending } = useSend(reapplyCardEndpoint, { changes: [card], onDone: onClose });
  const { newIcCardNo, csrReason } = reapplyCardEndpoint.input;
  return (
    <Ask title={say(cardWords.reapplyOf, { no: row.icCardNo })} sending={sending} onClose={onClose} onOk={() => form.submit()}>
      <p className="co-hint">{say(cardWords.reapplyHint)}</p>
      <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={(values) => void send({ icCardId: row.icCardId, ...values })}>
        <Form.Item name="newIcCardNo" label={say(cardWords.newNumber)} required rules={[check(newIcCardNo, say(cardWords.newNumber))]}>
          <Input maxLength={newIcCardNo.max} autoComplete="off" />
        </Form.Item>
        <Form.Item name="csrReason" label={say(cardWords.reason)} required rules={[check(csrReason, say(cardWords.reason))]}>
          <Input.TextArea maxLength={csrReason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
        </Form.Item>
      </Form>
    </Ask>
  );
};

interface StateProps extends DialogProps {
  readonly wanted: CodeItem & { readonly value: CodeValue<typeof cardState> };
}

/** Another state for a card, with the reason that its record keeps. */
export const StateDialog = ({ row, wanted, onClose }: StateProps) => {
  const say = useSay();
  const [form] = Form.useForm<{ readonly csrReason?: string }>();
  const { send, sending } = useSend(cardApi.changeState, { changes: [card], onDone: onClose });
  const { csrReason } = cardApi.changeState.input;
  const change = ({ csrReason: reason }: { readonly csrReason?: string }) =>
    void send({ entityId: row.icCardId, setState: wanted.value, csrReason: reason ?? null });
  return (
    <Ask
      title={say(words.confirmState, { name: row.icCardNo, state: say(wanted.words) })}
      sending={sending}
      danger={wanted.tone === 'bad'}
      onClose={onClose}
      onOk={() => form.submit()}
    >
      <Form form={form} layout="vertical" onFinish={change}>
        <Form.Item name="csrReason" label={say(cardWords.reason)}>
          <Input.TextArea maxLength={csrReason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
        </Form.Item>
      </Form>
    </Ask>
  );
};

/** A new password for a card, or none. */
export const PasswordDialog = ({ row, onClose }: DialogProps) => {
  const say = useSay();
  const [form] = Form.useForm<{ readonly cardPwd?: string; readonly csrReason?: string }>();
  const check = useCheck();
  const { send, sending } = useSend(cardApi.resetPwd, { changes: [card], onDone: onClose });
  const { cardPwd, csrReason } = cardApi.resetPwd.input;
  const label = say(cardLabels.fields.cardPwd);
  return (
    <Ask title={say(cardWords.passwordOf, { no: row.icCardNo })} sending={sending} onClose={onClose} onOk={() => form.submit()}>
      <Form
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        onFinish={(values) => void send({ icCardId: row.icCardId, cardPwd: values.cardPwd ?? null, csrReason: values.csrReason ?? null })}
      >
        <Form.Item name="cardPwd" label={label} extra={say(cardWords.passwordHint)} rules={[check(cardPwd, label)]}>
          <Input.Password maxLength={cardPwd.max} inputMode="numeric" autoComplete="new-password" />
        </Form.Item>
        <Form.Item name="csrReason" label={say(cardWords.reason)} rules={[check(csrReason, say(cardWords.reason))]}>
          <Input.TextArea maxLength={csrReason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
        </Form.Item>
      </Form>
    </Ask>
  );
};

interface AskProps {
  readonly title: string;
  readonly sending: boolean;
  readonly onClose: () => void;
  readonly onOk: () => void;
  readonly danger?: boolean;
  readonly children: ReactNode;
}

const Ask = ({ title, sending, onClose, onOk, danger = false, children }: AskProps) => {
  const say = useSay();
  return (
    <Modal
      open
      title={title}
      okText={say(words.ok)}
      cancelText={say(words.cancel)}
      confirmLoading={sending}
      okButtonProps={{ danger }}
      onCancel={onClose}
      onOk={onOk}
      destroyOnHidden
    >
      {children}
    </Modal>
  );
};

/** The server's own check of a field, as a rule of a form. */
const useCheck = () => {
  const language = useLanguage();
  return (field: Field, label: string) => ({
    validator: (_rule: unknown, value: unknown) => {
      const parsed = parse(field, value);
      return parsed.ok ? Promise.resolve() : Promise.reject(new Error(problemText(parsed.problem, { label, language })));
    },
  });
};
