import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useSay } from '../language.ts';
import { useStore } from '../store.ts';
import { goToSignIn, sessionErrorStore } from './session-errors.ts';
import { words } from '../words.ts';

const FORBIDDEN_S = 4;
/** These apps have their own sign-in, which would cover a dialog. */
const EMBEDDED = /wxwork|dingtalk/i;
const EMBEDDED_MS = 1_500;

/** Shows errors that concern the whole product: an ended session or a missing permission, at most one of each. */
export const SessionErrorRoot = () => {
  const say = useSay();
  const error = useStore(sessionErrorStore);
  const { message, modal, notification } = App.useApp();
  useEffect(() => {
    if (!error) return undefined;
    if (error.kind === 'forbidden') {
      const description = (
        <>
          {error.message}
          <br />
          {say(words.noAccessHint)}
        </>
      );
      notification.error({ key: 'forbidden', title: say(words.noAccess), description, duration: FORBIDDEN_S });
      sessionErrorStore.set(null);
    } else if (error.kind === 'signedOut') void message.error({ key: 'signedOut', content: error.message || say(words.signedOut) });
    else if (EMBEDDED.test(navigator.userAgent)) {
      void message.loading({ key: 'signedOut', content: say(words.signingInAgain) });
      const timer = setTimeout(goToSignIn, EMBEDDED_MS);
      return () => clearTimeout(timer);
    } else {
      const shown = modal.error({
        title: say(error.kind === 'ended' ? words.endedTitle : words.expiredTitle),
        content: error.kind === 'ended' ? error.message : say(words.expiredText),
        keyboard: false,
        footer: (
          <div className="ant-modal-confirm-btns">
            <Button type="primary" ref={focused} onClick={goToSignIn}>
              {say(words.signInAgain)}
            </Button>
          </div>
        ),
      });
      return () => shown.destroy();
    }
    return undefined;
  }, [error, say, message, modal, notification]);
  return null;
};

const focused = (button: HTMLElement | null): void => button?.focus();
