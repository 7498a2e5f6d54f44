import { Form, Input } from 'antd';
import type { Field } from '#kit/fields/field.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { useFieldRule } from './field-rule.ts';

export interface PromptDialogProps {
  readonly name: string;
  readonly title: string;
  readonly label: string;
  /** The field by which the server checks the text. */
  readonly field: Field;
  readonly initial?: string;
  readonly hint?: string;
  readonly okText?: string;
  readonly sending?: boolean;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

const WIDTH = 450;

/** A dialog for one text, which accepts only texts that its field allows. Enter confirms; the caller closes it. */
export const PromptDialog = ({ name, title, label, field, initial = '', hint, okText, sending = false, onDone, onClose }: PromptDialogProps) => {
  const rule = useFieldRule();
  const [form] = Form.useForm<{ readonly text: string }>();
  return (
    <Dialog
      name={name}
      title={title}
      width={WIDTH}
      okClose={false}
      sending={sending}
      {...(okText !== undefined && { okText })}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ text: initial }} onFinish={({ text }) => onDone(text.trim())}>
        <Form.Item name="text" label={label} extra={hint} required={!field.optional} rules={[rule(field, label)]}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog of one input is opened to type in it */}
          <Input {...(field.max !== undefined && { maxLength: field.max })} autoComplete="off" autoFocus />
        </Form.Item>
      </Form>
    </Dialog>
  );
};
