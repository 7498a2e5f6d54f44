import { sessionApi } from '#domains/identity/web.ts';
import { useSendRaw } from '#kit/web/calls/query.tsx';
import { useSay } from '#kit/web/language.ts';
import { enter, shownDevice } from '../begin-session.ts';
import type { ResetProof } from '../forgotten-password/forgotten-password.tsx';
import { NewPassword } from '../forgotten-password/new-password.tsx';
import { takeSecondStep } from '../second-step/second-step-store.ts';
import { signInWords } from '../sign-in-words.ts';
import { firstPasswordStore } from './first-password-store.ts';

/** A password of one's own in place of the one that somebody else has set; then the sign-in goes on with it. */
export const FirstPassword = ({ proof }: { readonly proof: ResetProof }) => {
  const say = useSay();
  const leave = (): void => firstPasswordStore.set(null);
  const { send, sending } = useSendRaw(sessionApi.login, {
    onDone: (answer) => {
      leave();
      enter(answer);
    },
    onRefused: (refusal) => {
      leave();
      takeSecondStep(refusal);
    },
  });
  return (
    <NewPassword
      proof={proof}
      note={say(signInWords.firstPassword)}
      busy={sending}
      onDone={(password) => void send({ username: proof.username, password, deviceToken: shownDevice() })}
      onLost={leave}
      foot={
        <p className="co-sign-links">
          <button type="button" className="co-sign-link" onClick={leave}>
            {say(signInWords.toSignIn)}
          </button>
        </p>
      }
    />
  );
};
