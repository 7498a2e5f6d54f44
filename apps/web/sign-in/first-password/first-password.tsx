import { sessionApi } from '#domains/identity/web.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { useSay } from '#kit/web/language.ts';
import { enter, shownDevice } from '../begin-session.ts';
import type { ResetProof } from '../forgotten-password/forgotten-password.tsx';
import { NewPassword } from '../forgotten-password/new-password.tsx';
import { takeSecondStep } from '../second-step/second-step-store.ts';
import { signInWords } from '../sign-in-words.ts';
import { firstPasswordStore } from './first-password-store.ts';

/** Replaces an initial password by a new one and then completes the sign-in. */
export const FirstPassword = ({ proof }: { readonly proof: ResetProof }) => {
  const say = useSay();
  const cancel = (): void => firstPasswordStore.set(null);
  const { send, sending } = useSendRaw(sessionApi.login, {
    onDone: (answer) => {
      cancel();
      enter(answer);
    },
    onRefused: (refusal) => {
      cancel();
      takeSecondStep(refusal);
    },
  });
  return (
    <NewPassword
      proof={proof}
      note={say(signInWords.firstPassword)}
      isBusy={sending}
      onDone={(password) => void send({ username: proof.username, password, deviceToken: shownDevice() })}
      onLost={cancel}
      foot={
        <p className="co-sign-links">
          <button type="button" className="co-sign-link" onClick={cancel}>
            {say(signInWords.toSignIn)}
          </button>
        </p>
      }
    />
  );
};
