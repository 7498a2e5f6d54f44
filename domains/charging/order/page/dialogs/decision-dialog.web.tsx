import { Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import type { CodeItem, CodeTable, CodeValue } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { pageWords } from '../../order-page.labels.ts';

/** A chosen decision and its remark. */
export interface Decision<T extends CodeTable> {
  readonly decision: CodeValue<T>;
  readonly remark: string;
}

interface DecisionDialogProps<T extends CodeTable> {
  readonly title: string;
  readonly hint: Words;
  /** What is decided about. */
  readonly children: ReactNode;
  readonly codes: T;
  /** The decisions that are possible; all when left out. */
  readonly offered?: (decision: CodeItem['value']) => boolean;
  readonly initial: CodeValue<T>;
  readonly labels: { readonly decision: Words; readonly remark: Words; readonly send: Words };
  readonly remark: Field;
  /** Why a second person is asked; undefined while one person may decide alone. */
  readonly secondPersonReason: string | undefined;
  readonly sending: boolean;
  readonly onDecide: (decision: Decision<T>) => void;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** One of several decisions about money, with a remark for the record; above a limit, a second person is asked. */
export const DecisionDialog = <T extends CodeTable>({ title, hint, children, codes, initial, labels, ...props }: DecisionDialogProps<T>) => {
  const say = useSay();
  const rule = useFieldRule();
  const asksSecond = props.secondPersonReason !== undefined;
  const remarkLabel = say(labels.remark);
  return (
    <FormDialog<Decision<T>>
      title={title}
      okText={say(asksSecond ? pageWords.askSecond : labels.send)}
      sending={props.sending}
      onClose={props.onClose}
      initialValues={{ decision: initial }}
      onFinish={props.onDecide}
      onValuesChange={props.onChange}
    >
      <p>{say(hint)}</p>
      {children}
      <Form.Item name="decision" label={say(labels.decision)} required>
        <Radio.Group
          options={Object.values(codes.items)
            .filter(({ value }) => props.offered?.(value) ?? true)
            .map(({ value, words }) => ({ value, label: say(words) }))}
        />
      </Form.Item>
      <Form.Item name="remark" label={remarkLabel} required rules={[rule(props.remark, remarkLabel)]}>
        <Input.TextArea maxLength={props.remark.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
      {asksSecond && <p className="ch-outcome co-code-warn">{props.secondPersonReason}</p>}
    </FormDialog>
  );
};
