import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { codeApi } from '#domains/identity/web.ts';
import { Slider } from '../sign-in/slider.tsx';
import { asked as askedAtDoor, lackOf } from '../sign-in/valid.ts';
import { useCountdown } from '../sign-in/use-countdown.ts';
import { doorWords } from '../sign-in/sign-in-words.ts';
import { describeAnew } from './describe-anew.ts';
import { accountWords } from './own-account-words.ts';
import type { OwnDoor } from './own-door.ts';

interface ContactDialogProps {
  readonly own: OwnDoor;
  readonly channel: 'phone' | 'email';
  readonly onClose: () => void;
}

const CHANGE = '3';

/** Another phone or mailbox of one's own, proved by the code that is sent to it. */
export const ContactDialog = ({ own, channel, onClose }: ContactDialogProps) => {
  const say = useSay();
  const language = useLanguage();
  const [to, setTo] = useState('');
  const [code, setCode] = useState('');
  const [sliding, setSliding] = useState(false);
  const [leftS, start] = useCountdown();
  const asked = useSend(codeApi.sms, { done: false, onDone: start });
  const { send, sending } = useSend(own.userApi.changeContact, {
    changes: [own.ownUser],
    done: kitWords.saved,
    onDone: () => {
      void describeAnew();
      onClose();
    },
  });
  const label = say(channel === 'phone' ? accountWords.newPhone : accountWords.newMail);
  const lack = lackOf(channel === 'phone' ? askedAtDoor.phone : askedAtDoor.mail, to, { label, language });
  const isGood = lack === undefined;
  const pass = (captcha: string): void => {
    setSliding(false);
    void asked.send({ ...(channel === 'phone' ? { mobile: to.trim() } : { email: to.trim() }), smsmode: CHANGE, captcha });
  };
  const save = (): void => {
    if (isGood && code.length > 0) void send({ [channel]: to.trim(), smscode: code });
  };
  return (
    <FormDialog
      width={450}
      title={say(channel === 'phone' ? accountWords.changePhone : accountWords.changeMail)}
      okText={say(kitWords.save)}
      disabled={!isGood || code.length === 0}
      sending={sending}
      onFinish={save}
      onClose={onClose}
    >
      <Receiver {...{ label, channel, lack }} value={to} onChange={setTo} sent={leftS > 0} />
      {sliding && <Slider subject={to.trim()} onPassed={pass} />}
      <Form.Item label={say(doorWords.code)} htmlFor="oa-code">
        <Input
          id="oa-code"
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
          suffix={
            <Button type="link" size="small" disabled={!isGood || leftS > 0} loading={asked.sending} onClick={() => setSliding(true)}>
              {leftS > 0 ? say(doorWords.codeAgain, { seconds: leftS }) : say(doorWords.getCode)}
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
  readonly lack: string | undefined;
  readonly sent: boolean;
}

/** Where the code goes; what is wrong with it is told when it is left. */
const Receiver = ({ label, channel, value, onChange, lack, sent }: ReceiverProps) => {
  const say = useSay();
  const [left, setLeft] = useState(false);
  return (
    <Form.Item
      label={label}
      htmlFor="oa-to"
      extra={sent ? say(accountWords.codeSent, { to: value }) : say(accountWords.codeHint)}
      {...(left && lack !== undefined && { validateStatus: 'error', help: <span role="alert">{lack}</span> })}
    >
      <Input
        id="oa-to"
        value={value}
        disabled={sent}
        type={channel === 'phone' ? 'tel' : 'email'}
        autoComplete={channel === 'phone' ? 'tel' : 'email'}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setLeft(value !== '')}
      />
    </Form.Item>
  );
};
