import { Form, Input, Modal } from 'antd';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { useSend } from '#kit/web/feedback.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { rateRuleLabels, ruleWords } from './rate-rule.labels.ts';
import { rateRule, rateRuleApi } from './rate-rule.ts';

interface CopyRuleProps {
  readonly rule: { readonly rateRuleId: string; readonly rateRuleName: string };
  readonly onClose: () => void;
  readonly onCopied: (copy: { readonly rateRuleId: string }) => void;
}

/** Asks how the copy is called; it opens when it is made. */
export const CopyRuleDialog = ({ rule, onClose, onCopied }: CopyRuleProps) => {
  const say = useSay();
  const language = useLanguage();
  const [form] = Form.useForm<{ readonly rateRuleName: string }>();
  const name = rateRuleApi.copyRule.input.rateRuleName;
  const label = say(rateRuleLabels.fields.rateRuleName);
  const { send, sending } = useSend(rateRuleApi.copyRule, {
    changes: [rateRule],
    onDone: (copy) => {
      onClose();
      onCopied(copy);
    },
  });
  const check = (_rule: unknown, value: unknown): Promise<void> => {
    const parsed = parse(name, value);
    return parsed.ok ? Promise.resolve() : Promise.reject(new Error(problemText(parsed.problem, { label, language })));
  };
  return (
    <Modal
      open
      width={450}
      title={say(ruleWords.copyOf, { name: rule.rateRuleName })}
      okText={say(words.copy)}
      cancelText={say(words.cancel)}
      confirmLoading={sending}
      onCancel={onClose}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ rateRuleName: say(ruleWords.copyName, { name: rule.rateRuleName }) }}
        onFinish={({ rateRuleName }) => void send({ rateRuleId: rule.rateRuleId, rateRuleName: rateRuleName.trim() })}
      >
        <Form.Item name="rateRuleName" label={label} extra={say(ruleWords.copyHint)} required rules={[{ validator: check }]}>
          <Input maxLength={name.max} autoComplete="off" />
        </Form.Item>
      </Form>
    </Modal>
  );
};
