import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { languageOf, say as sayIn } from '#kit/fields/words.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useLanguage } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { Notice } from '#kit/web/notice.tsx';
import { UiRoot } from '#kit/web/theme/ui-root.tsx';
import { ackLinkWords as words } from './ack-link.labels.ts';
import { ackLinkApi } from './ack-link.ts';
import type { AckLinkState } from './ack-link.ts';
import '../alarm.css';

/** Where the link of a message leads: without a session, in the language of the message. Only the button changes anything. */
export const AcknowledgePage = () => (
  <UiRoot>
    <Acknowledgement />
  </UiRoot>
);

const Acknowledgement = () => {
  const [params] = useSearchParams();
  const own = useLanguage();
  const given = params.get('lang');
  const language = given === null ? own : languageOf(given);
  const token = params.get('token') ?? '-';
  const { data, error, refetch } = useCall(ackLinkApi.info, { token });
  const [answer, setAnswer] = useState<AckLinkState>();
  const { send, sending } = useSend(ackLinkApi.confirm, { onDone: setAnswer });
  const shown = answer ?? data;
  return (
    <main className="al-ack" lang={language.replace('_', '-')}>
      <section className="co-card">
        {error && !shown && <LoadError because={error.message} retry={refetch} />}
        {!error && !shown && <Skeleton active />}
        {shown && (
          <Notice
            tone={tones[shown.state]}
            title={shown.title ?? sayIn(words.title, language)}
            text={sayIn(shown.state === 'open' ? words.question : words[shown.state], language)}
          >
            {shown.state === 'open' && (
              <Button type="primary" size="large" loading={sending} onClick={() => void send({ token })}>
                {sayIn(words.confirm, language)}
              </Button>
            )}
          </Notice>
        )}
      </section>
    </main>
  );
};

const tones: Readonly<Record<AckLinkState['state'], 'good' | 'busy' | 'warn' | 'bad'>> = {
  open: 'warn',
  acknowledged: 'good',
  over: 'good',
  used: 'busy',
  expired: 'busy',
  invalid: 'bad',
};
