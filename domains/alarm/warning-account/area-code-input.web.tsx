import { Form } from 'antd';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { accountType } from '../channel/channel.codes.ts';

/** The area code of a telephone; other accounts have none, so the type is chosen first. */
export const AreaCodeInput = (props: InputProps) => {
  const type: unknown = Form.useWatch('warningAccountType');
  return <FieldInput {...props} disabled={props.disabled === true || type !== accountType.sms} />;
};

/** The signing secret of a robot or a webhook. */
export const SecretInput = (props: InputProps) => {
  const type: unknown = Form.useWatch('warningAccountType');
  const maySign = type === accountType.dingtalk || type === accountType.feishu || type === accountType.webhook;
  return <FieldInput {...props} disabled={props.disabled === true || !maySign} />;
};
