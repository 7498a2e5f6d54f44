import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  accountApi,
  accountFields,
  codeInputWords,
  fieldProblem,
  passwordWords,
  usePasswordProblem,
  useSignInOptions,
} from '#domains/identity/web.ts';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { REGISTER_RESULT, SIGN_IN } from '../../paths.ts';
import { signInWords } from '../sign-in-words.ts';
import { Consent } from '../consent/consent.tsx';
import { useConsent } from '../consent/use-consent.ts';
import { CodeField } from '../form/code-field.tsx';
import { AccountField, PasswordField } from '../form/field.tsx';
import { PageForm } from '../form/page-form.tsx';
import { TextField } from '../form/text-field.tsx';

const blank = { phone: '', smscode: '', username: '', realname: '', password: '', again: '' };

/** Creates an account for a verified phone number. */
export const Register = () => {
  const say = useSay();
  const language = useLanguage();
  const navigate = useNavigate();
  const [values, setValues] = useState(blank);
  const [problem, setProblem] = useState<string>();
  const { passwordMin } = useSignInOptions();
  const consent = useConsent();
  const lackOfPassword = usePasswordProblem();
  const set = (name: keyof typeof blank) => (value: string) => setValues((before) => ({ ...before, [name]: value }));
  const { send, sending } = useSendRaw(accountApi.register, {
    onDone: (answer) => void navigate(REGISTER_RESULT, { replace: true, state: answer }),
    onRefused: (refusal) => setProblem(Object.values(refusal.fields)[0] ?? refusal.message),
  });
  const missingPhone = fieldProblem(accountFields.phone, values.phone, { label: say(signInWords.phone), language });
  const judge = (): string | undefined => {
    const { username, password, again, smscode } = values;
    const badName = fieldProblem(accountFields.username, username, { label: say(signInWords.newUsername), language });
    if (badName !== undefined) return badName;
    const badPassword = lackOfPassword(password, username);
    if (badPassword !== undefined) return badPassword;
    if (password !== again) return say(passwordWords.passwordDiffers);
    return missingPhone ?? (smscode === '' ? say(codeInputWords.needCode) : consent.missing());
  };
  const submit = (): void => {
    const error = judge();
    setProblem(error);
    const { again: _again, ...draft } = values;
    if (error === undefined) void consent.agree().then((agreePrivacy) => send({ ...draft, agreePrivacy }));
  };
  return (
    <>
      <PageForm
        title={say(signInWords.register)}
        problem={problem}
        submitLabel={say(signInWords.register)}
        isSending={sending}
        onGo={submit}
        backLink={{ to: SIGN_IN, text: say(signInWords.haveAccount) }}
      >
        <AccountField label={say(signInWords.newUsername)} value={values.username} onChange={set('username')} />
        <TextField
          label={say(signInWords.realname)}
          glyph="user"
          value={values.realname}
          onChange={set('realname')}
          input={{ autoComplete: 'name', maxLength: 60 }}
        />
        <PasswordField
          label={say(passwordWords.password)}
          value={values.password}
          onChange={set('password')}
          isNew
          hint={say(passwordWords.passwordRule, { min: passwordMin })}
        />
        <PasswordField label={say(passwordWords.confirmPassword)} value={values.again} onChange={set('again')} isNew />
        <TextField
          label={say(signInWords.phone)}
          glyph="phone"
          value={values.phone}
          onChange={set('phone')}
          input={{ type: 'tel', autoComplete: 'tel', maxLength: 20 }}
        />
        <CodeField value={values.smscode} onChange={set('smscode')} to={values.phone} mode="1" onProblem={setProblem} missing={missingPhone} />
      </PageForm>
      <Consent />
    </>
  );
};
