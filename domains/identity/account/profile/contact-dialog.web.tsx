import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { Slider } from '../../captcha/slider.web.tsx';
import { codeApi } from '../../code/code.ts';
import { codeInputWords } from '../../code/code-input.labels.ts';
import { accountFields, fieldProblem } from '../account-fields.web.ts';
import { useResendCountdown } from '../../code/use-resend-countdown.web.ts';
import { refreshViewer } from '../refresh-viewer.web.ts';
import { accountDrawerWords } from './account-drawer.labels.ts';
import { ownUser, userApi } from '../../user/user.ts';

interface ContactDialogProps {
  readonly channel: 'phone' | 'email';
  readonly onClose: () => void;
}

const CHANGE_MODE = '3';

/** Changes the user's phone or mail address, confirmed by a code that is sent there. */
export const ContactDialog = ({ channel, onClose }: ContactDialogProps) => {
  const say = useSay();
  const language = useLanguage();
  const [receiver, setReceiver] = useState('');
  const [code, setCode] = useState('');
  const [sliding, setSliding] = useState(false);
  const [leftS, start] = useResendCountdown();
  const codeRequest = useSend(codeApi.sms, { doneText: false, onDone: start });
  const { send, sending } = useSend(userApi.changeContact, {
    changes: [ownUser],
    doneText: kitWords.saved,
    onDone: () => {
      void refreshViewer();
      onClose();
    },
  });
  const label = say(channel === 'phone' ? accountDrawerWords.newPhone : accountDrawerWords.newMail);
  const problem = fieldProblem(channel === 'phone' ? accountFields.phone : accountFields.mail, receiver, { label, language });
  const isGood = problem === undefined;
  const pass = (captcha: string): void => {
    setSliding(false);
    void codeRequest.send({ ...(channel === 'phone' ? { mobile: receiver.trim() } : { email: receiver.trim() }), smsmode: CHANGE_MODE, captcha });
  };
  const save = (): void => {
    if (isGood && code.length > 0) void send({ [channel]: receiver.trim(), smscode: code });
  };
  return (
    <FormDialog
      width={450}
      title={say(channel === 'phone' ? accountDrawerWords.changePhone : accountDrawerWords.changeMail)}
      okText={say(kitWords.save)}
      disabled={!isGood || code.length === 0}
      sending={sending}
      onFinish={save}
      onClose={onClose}
    >
      <ReceiverInput {...{ label, channel, problem }} value={receiver} onChange={setReceiver} sent={leftS > 0} />
      {sliding && <Slider subject={receiver.trim()} onPassed={pass} />}
      <Form.Item label={say(codeInputWords.code)} htmlFor="oa-code">
        <Input
          id="oa-code"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
          suffix={
            <Button type="link" size="small" disabled={!isGood || leftS > 0} loading={codeRequest.sending} onClick={() => setSliding(true)}>
              {leftS > 0 ? say(codeInputWords.codeAgain, { seconds: leftS }) : say(codeInputWords.getCode)}
            </Button>
          }
        />
      </Form.Item>
    </FormDialog>
  );
};

interface ReceiverProps extends Pick<ContactDialogProps, 'channel'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
  readonly sent: boolean;
}

/** The address to which the code is sent; it is validated when the input loses the focus. */
const ReceiverInput = ({ label, channel, value, onChange, problem, sent }: ReceiverProps) => {
  const say = useSay();
  const [isTouched, setTouched] = useState(false);
  return (
    <Form.Item
      label={label}
      htmlFor="oa-to"
      extra={sent ? say(accountDrawerWords.codeSent, { to: value }) : say(accountDrawerWords.codeHint)}
      {...(isTouched && problem !== undefined && { validateStatus: 'error', help: <span role="alert">{problem}</span> })}
    >
      <Input
        id="oa-to"
        value={value}
        disabled={sent}
        type={channel === 'phone' ? 'tel' : 'email'}
        autoComplete={channel === 'phone' ? 'tel' : 'email'}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setTouched(value !== '')}
      />
    </Form.Item>
  );
};
