import { Button, Form, Input, Typography } from 'antd';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { passwordWords } from '../../password/password.labels.ts';
import { secondStepWords } from '../../totp/second-step.labels.ts';
import { totpApi } from '../../totp/totp.ts';
import type { Enrolment, TotpState } from '../../totp/totp.ts';
import { QrCode } from '#kit/web/page/qr-code.tsx';

interface Values {
  readonly password: string;
  readonly code: string;
}
const required = [{ required: true }];

/** Asks for the password first, so that nobody can set up a second factor at an unattended screen. */
export const AskPassword = ({ onDone }: { readonly onDone: (enrolment: Enrolment) => void }) => {
  const say = useSay();
  const { send, sending } = useSend(totpApi.enrol, { doneText: false, onDone });
  return (
    <Form<Values> layout="vertical" onFinish={({ password }) => void send({ password })}>
      <Typography.Paragraph type="secondary">{say(secondStepWords.secondStepHint)}</Typography.Paragraph>
      <Form.Item name="password" label={say(passwordWords.password)} rules={required}>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={sending}>
        {say(secondStepWords.next)}
      </Button>
    </Form>
  );
};

export const AskCode = ({ enrolment, onDone }: { readonly enrolment: Enrolment; readonly onDone: (codes: readonly string[]) => void }) => {
  const say = useSay();
  const { send, sending } = useSend(totpApi.confirm, { doneText: false, onDone: ({ recoveryCodes }) => onDone(recoveryCodes) });
  return (
    <Form<Values> layout="vertical" onFinish={({ code }) => void send({ code })}>
      <Typography.Paragraph type="secondary">{say(secondStepWords.scanHint)}</Typography.Paragraph>
      <QrCode text={enrolment.uri} />
      <Typography.Paragraph copyable code className="co-totp-key">
        {enrolment.secret}
      </Typography.Paragraph>
      <Form.Item name="code" label={say(secondStepWords.authCode)} rules={required}>
        <Input autoComplete="one-time-code" maxLength={6} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={sending}>
        {say(secondStepWords.switchOn)}
      </Button>
    </Form>
  );
};

export const SwitchOff = ({ state, onDone }: { readonly state: TotpState; readonly onDone: () => void }) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const { send, sending } = useSend(totpApi.remove, {
    doneText: false,
    changes: [{ path: '/sys/totp' }],
    onDone: (message) => {
      showSuccess(message);
      onDone();
    },
  });
  return (
    <Form<Values> layout="vertical" onFinish={(values) => void send(values)}>
      <Typography.Paragraph>{say(secondStepWords.secondStepOn, { count: state.recoveryLeft })}</Typography.Paragraph>
      {!state.demanded && (
        <>
          <Form.Item name="password" label={say(passwordWords.password)} rules={required}>
            <Input.Password autoComplete="current-password" maxLength={128} />
          </Form.Item>
          <Form.Item name="code" label={say(secondStepWords.authCodeOrRecovery)} rules={required}>
            <Input autoComplete="one-time-code" maxLength={20} />
          </Form.Item>
          <Button danger htmlType="submit" loading={sending}>
            {say(secondStepWords.switchOff)}
          </Button>
        </>
      )}
    </Form>
  );
};

export const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => {
  const say = useSay();
  return (
    <>
      <Typography.Paragraph>{say(secondStepWords.recoveryHint)}</Typography.Paragraph>
      <Typography.Paragraph copyable={{ text: codes.join('\n'), tooltips: [say(kitWords.copy), say(kitWords.copied)] }}>
        <pre>{codes.join('\n')}</pre>
      </Typography.Paragraph>
    </>
  );
};
