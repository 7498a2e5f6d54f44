import { Form, Input, Modal } from 'antd';
import { useFeedback, useSend } from '#kit/web/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { renewToken, useViewer } from '#kit/web/session.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { sessionApi } from '#domains/identity/web.ts';
import { words } from '../words.ts';

interface Values {
  readonly oldpassword: string;
  readonly password: string;
  readonly confirmpassword: string;
}

/** A new password ends every other session of the account. */
export const PasswordDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const { refused } = useFeedback();
  const viewer = useViewer();
  const username = viewer?.username ?? '';
  const [form] = Form.useForm<Values>();
  const { send, sending } = useSend(sessionApi.updatePassword, {
    done: words.passwordChanged,
    onDone: ({ token }) => {
      renewToken(token);
      onClose();
    },
    onRefused: (problem) => {
      const known = (['oldpassword', 'password', 'confirmpassword'] as const).flatMap((name) =>
        problem.fields[name] === undefined ? [] : [{ name, errors: [problem.fields[name]] }],
      );
      form.setFields(known);
      if (known.length === 0) refused(problem);
    },
  });
  const rule = (check: (value: string) => boolean, message: string) => ({
    validator: (_rule: unknown, value: string | undefined) => (check(value ?? '') ? Promise.resolve() : Promise.reject(new Error(message))),
  });
  return (
    <Modal
      open
      width={450}
      title={say(words.changePassword)}
      okText={say(kitWords.save)}
      cancelText={say(kitWords.cancel)}
      confirmLoading={sending}
      onCancel={onClose}
      onOk={() => form.submit()}
      destroyOnHidden
      afterOpenChange={(open) => open && form.focusField('oldpassword')}
    >
      <Form form={form} layout="vertical" onFinish={(values) => void send({ username, ...values })} validateTrigger="onBlur">
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <Form.Item name="oldpassword" label={say(words.oldPassword)} required rules={[rule((value) => value !== '', say(words.needPassword))]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="password"
          label={say(words.newPassword)}
          extra={say(words.passwordRule)}
          required
          rules={[rule(isStrong, say(words.passwordRule)), rule((value) => value !== username, say(words.passwordSame))]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmpassword"
          label={say(words.confirmPassword)}
          dependencies={['password']}
          required
          rules={[rule((value) => value === form.getFieldValue('password'), say(words.passwordDiffers))]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      </Form>
    </Modal>
  );
};

const LENGTH_MIN = 10;
const isStrong = (password: string): boolean =>
  password.length >= LENGTH_MIN && /[a-z]/i.test(password) && /\d/.test(password) && /[^\da-z\s]/i.test(password);
