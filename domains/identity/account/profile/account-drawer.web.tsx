import { Button, Drawer, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { onlineApi } from '../../online/online.ts';
import { thirdPartyApi } from '../../third-party/third-party.ts';
import { accountDrawerWords } from './account-drawer.labels.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import './account-drawer.css';

const Profile = lazyComponent(
  () => import('./profile.web.tsx').then((profile) => profile.Profile),
  <Skeleton active avatar paragraph={{ rows: 6 }} />,
);
const WIDTH_PX = 480;

/** The user's own account: profile, sessions and connected accounts of other services. */
export const AccountDrawer = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const phone = useIsPhone();
  return (
    <Drawer open onClose={onClose} size={phone ? '100%' : WIDTH_PX} title={say(accountDrawerWords.title)}>
      <Profile />
      <Sessions />
      <Accounts />
    </Drawer>
  );
};

interface SectionProps {
  readonly title: string;
  readonly problem: Error | null;
  readonly retry: () => unknown;
  readonly waiting: boolean;
  /** Shown in place of an empty list. */
  readonly empty?: string | undefined;
  readonly children: ReactNode;
}

const Section = ({ title, problem, retry, waiting, empty, children }: SectionProps) => {
  return (
    <section className="oa-part">
      <h3>{title}</h3>
      {waiting && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {problem && <LoadError because={problem.message} retry={retry} />}
      {empty !== undefined && <p className="co-hint">{empty}</p>}
      <ul>{children}</ul>
    </section>
  );
};

const Sessions = () => {
  const say = useSay();
  const { data, error, isPending, refetch } = useCall(onlineApi.mine, {}, { staleMs: 0 });
  const { send, sending } = useSend(onlineApi.endMine, { changes: [{ path: '/sys/online' }], doneText: accountDrawerWords.ended });
  const formatTime = (instant: string) => formatInstant(instant, viewerZone());
  return (
    <Section title={say(accountDrawerWords.sessions)} problem={error} retry={refetch} waiting={isPending}>
      {data?.map(({ id, device, ip, since, lastSeenAt, here }) => (
        <li key={id}>
          <div>
            <b>{device || say(accountDrawerWords.unknown)}</b> {here && <span className="co-code co-code-good">{say(accountDrawerWords.here)}</span>}
            <div className="co-hint">{say(accountDrawerWords.sessionFacts, { ip, since: formatTime(since), seen: formatTime(lastSeenAt) })}</div>
          </div>
          {!here && (
            <Button size="small" loading={sending} onClick={() => void send({ id })} aria-label={say(accountDrawerWords.endOf, { device })}>
              {say(accountDrawerWords.end)}
            </Button>
          )}
        </li>
      ))}
    </Section>
  );
};

const Accounts = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { data, error, isPending, refetch } = useCall(thirdPartyApi.accounts, {}, { staleMs: 0 });
  const { send, sending } = useSend(thirdPartyApi.disconnect, { changes: [{ path: '/sys/thirdLogin' }], doneText: accountDrawerWords.disconnected });
  const disconnect = async (name: string, account: { readonly issuer: string; readonly subject: string }) => {
    const question = {
      title: say(accountDrawerWords.askDisconnect, { name }),
      body: accountDrawerWords.disconnectHint,
      okText: accountDrawerWords.disconnect,
      danger: true,
    };
    if (await confirm(question)) await send(account);
  };
  return (
    <Section
      title={say(accountDrawerWords.accounts)}
      problem={error}
      retry={refetch}
      waiting={isPending}
      empty={data?.length === 0 ? say(accountDrawerWords.noAccounts) : undefined}
    >
      {data?.map(({ issuer, subject, name, since }) => (
        <li key={`${issuer} ${subject}`}>
          <div>
            <b>{name}</b>
            <div className="co-hint">{say(accountDrawerWords.accountFacts, { subject, since: formatInstant(since, viewerZone()) })}</div>
          </div>
          <Button size="small" danger loading={sending} onClick={() => void disconnect(name, { issuer, subject })}>
            {say(accountDrawerWords.disconnect)}
          </Button>
        </li>
      ))}
    </Section>
  );
};
