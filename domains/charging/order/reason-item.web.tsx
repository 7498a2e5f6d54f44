import { Form, Input } from 'antd';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { chargingOrderApi } from './order-api.ts';
import { pageWords } from './order-page.labels.ts';

const field = { ...chargingOrderApi.manualEnd.input.reason, optional: false };

/** Why somebody does by hand what usually goes by itself. */
export const ReasonItem = () => {
  const say = useSay();
  const language = useLanguage();
  const label = say(pageWords.reason);
  const validator = (_rule: unknown, value: unknown) => {
    const parsed = parse(field, value);
    return parsed.ok ? Promise.resolve() : Promise.reject(new Error(problemText(parsed.problem, { label, language })));
  };
  return (
    <Form.Item name="reason" label={label} extra={say(pageWords.reasonHint)} required rules={[{ validator }]}>
      <Input.TextArea maxLength={field.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
    </Form.Item>
  );
};
