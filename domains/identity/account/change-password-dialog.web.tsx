import { Form, Input } from 'antd';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { judgedBy } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { renewToken, useViewer } from '#kit/web/session/session.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { sessionApi, usePasswordLack } from '#domains/identity/web.ts';
import { useOptions } from '../sign-in/use-options.ts';
import { words } from '../words.ts';
import { doorWords } from '../sign-in/sign-in-words.ts';
import { describeAnew } from './describe-anew.ts';

interface Values {
  readonly oldpassword: string;
  readonly password: string;
  readonly confirmpassword: string;
}

const names = ['oldpassword', 'password', 'confirmpassword'] as const;

/** A new password ends every other session of the account. */
export const PasswordDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const { refused } = useFeedback();
  const viewer = useViewer();
  const username = viewer?.username ?? '';
  const { passwordMin } = useOptions();
  const lackOf = usePasswordLack();
  const [form] = Form.useForm<Values>();
  const { send, sending } = useSend(sessionApi.updatePassword, {
    done: doorWords.passwordChanged,
    onDone: ({ token }) => {
      renewToken(token);
      void describeAnew();
      onClose();
    },
    onRefused: (problem) => {
      const known = names.flatMap((name) => (problem.fields[name] === undefined ? [] : [{ name, errors: [problem.fields[name]] }]));
      form.setFields(known);
      if (known.length === 0) refused(problem);
    },
  });
  return (
    <FormDialog<Values>
      form={form}
      width={450}
      title={say(words.changePassword)}
      okText={say(kitWords.save)}
      sending={sending}
      onClose={onClose}
      onFinish={(values) => void send({ username, ...values })}
    >
      {viewer?.passwordDue === true && <p className="co-hint">{say(doorWords.passwordDue)}</p>}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Form.Item
        name="oldpassword"
        label={say(doorWords.oldPassword)}
        required
        rules={[judgedBy((old: string = '') => (old === '' ? say(doorWords.needPassword) : undefined))]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="password"
        label={say(doorWords.newPassword)}
        extra={say(doorWords.passwordRule, { min: passwordMin })}
        required
        rules={[judgedBy((password: string = '') => lackOf(password, username))]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmpassword"
        label={say(doorWords.confirmPassword)}
        dependencies={['password']}
        required
        rules={[judgedBy((again: string = '') => (again === form.getFieldValue('password') ? undefined : say(doorWords.passwordDiffers)))]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
};
