import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { accountApi } from '../account/account.ts';
import { checkPassword } from './password.rules.ts';
import { passwordRefusals } from '../session/session.labels.ts';

/** The error of a new password: the server's rule with the configured minimum length. */
export const usePasswordProblem = () => {
  const say = useSay();
  const { data } = useCall(accountApi.options, {}, { staleMs: Infinity });
  return (password: string, username: string): string | undefined => {
    const verdict = checkPassword(password, username, data?.passwordMin);
    return verdict.ok ? undefined : say(passwordRefusals[verdict.refusal], verdict.args);
  };
};
