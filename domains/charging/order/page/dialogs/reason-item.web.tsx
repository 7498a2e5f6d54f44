import { Form, Input } from 'antd';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { useSay } from '#kit/web/language.ts';
import { chargingOrderApi } from '../../order-api.ts';
import { pageWords } from '../../order-page.labels.ts';

const field = { ...chargingOrderApi.manualEnd.input.reason, optional: false };

/** The reason for doing by hand what is otherwise automatic. */
export const ReasonItem = () => {
  const say = useSay();
  const rule = useFieldRule();
  const label = say(pageWords.reason);
  return (
    <Form.Item name="reason" label={label} extra={say(pageWords.reasonHint)} required rules={[rule(field, label)]}>
      <Input.TextArea maxLength={field.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
    </Form.Item>
  );
};
