import { Form, Input } from 'antd';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { ruleOf } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { usePasswordProblem } from '../password/use-password-problem.web.ts';
import { userLabels, userWords } from './user.labels.ts';
import { user, userApi } from './user.ts';

interface Values {
  readonly password: string;
  readonly confirmpassword: string;
}

/** Sets a new password for another user, checked here by the server's rule. */
export const PasswordDialog = ({ username, onClose }: { readonly username: string; readonly onClose: () => void }) => {
  const say = useSay();
  const [form] = Form.useForm<Values>();
  const { send, sending } = useSend(userApi.changePassword, { changes: [user], doneText: userWords.passwordSet, onDone: onClose });
  const lackOf = usePasswordProblem();
  return (
    <FormDialog<Values>
      form={form}
      width={450}
      title={say(userWords.resetOf, { name: username })}
      okText={say(words.save)}
      sending={sending}
      onClose={onClose}
      onFinish={(values) => void send({ username, ...values })}
    >
      <Form.Item
        name="password"
        label={say(userLabels.fields.password)}
        extra={say(userLabels.hints?.password ?? userLabels.fields.password)}
        required
        rules={[ruleOf((password: string = '') => lackOf(password, username))]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="confirmpassword"
        label={say(userWords.passwordAgain)}
        dependencies={['password']}
        required
        rules={[ruleOf((text: string = '') => (text === form.getFieldValue('password') ? undefined : say(userWords.differs)))]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
    </FormDialog>
  );
};
