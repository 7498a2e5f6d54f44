import { Form, Input } from 'antd';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { ruleOf } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { renewToken, useViewer } from '#kit/web/session/session.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { passwordWords } from '../../password/password.labels.ts';
import { usePasswordProblem } from '../../password/use-password-problem.web.ts';
import { sessionApi } from '../../session/session.ts';
import { useSignInOptions } from '../use-sign-in-options.web.ts';
import { refreshViewer } from '../refresh-viewer.web.ts';

interface Values {
  readonly oldpassword: string;
  readonly password: string;
  readonly confirmpassword: string;
}

const names = ['oldpassword', 'password', 'confirmpassword'] as const;

/** Changes the user's password, which ends all other sessions of the account. */
export const ChangePasswordDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const { refused } = useFeedback();
  const viewer = useViewer();
  const username = viewer?.username ?? '';
  const { passwordMin } = useSignInOptions();
  const problemOf = usePasswordProblem();
  const [form] = Form.useForm<Values>();
  const { send, sending } = useSend(sessionApi.updatePassword, {
    doneText: passwordWords.passwordChanged,
    onDone: ({ token }) => {
      renewToken(token);
      void refreshViewer();
      onClose();
    },
    onRefused: (problem) => {
      const fieldErrors = names.flatMap((name) => (problem.fields[name] === undefined ? [] : [{ name, errors: [problem.fields[name]] }]));
      form.setFields(fieldErrors);
      if (fieldErrors.length === 0) refused(problem);
    },
  });
  return (
    <FormDialog<Values>
      form={form}
      width={450}
      title={say(passwordWords.changePassword)}
      okText={say(kitWords.save)}
      sending={sending}
      onClose={onClose}
      onFinish={(values) => void send({ username, ...values })}
    >
      {viewer?.passwordDue === true && <p className="co-hint">{say(passwordWords.passwordDue)}</p>}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Form.Item
        name="oldpassword"
        label={say(passwordWords.oldPassword)}
        required
        rules={[ruleOf((text: string = '') => (text === '' ? say(passwordWords.needPassword) : undefined))]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="password"
        label={say(passwordWords.newPassword)}
        extra={say(passwordWords.passwordRule, { min: passwordMin })}
        required
        rules={[ruleOf((password: string = '') => problemOf(password, username))]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmpassword"
        label={say(passwordWords.confirmPassword)}
        dependencies={['password']}
        required
        rules={[ruleOf((text: string = '') => (text === form.getFieldValue('password') ? undefined : say(passwordWords.passwordDiffers)))]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
};
