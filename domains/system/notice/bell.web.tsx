import { Badge, Button, Popover, Tabs } from 'antd';
import type { ButtonProps } from 'antd';
import type { Ref } from 'react';
import BellOutlined from '@ant-design/icons/BellOutlined';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#kit/web/client.ts';
import { useFeedback } from '#kit/web/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useLive } from '#kit/web/live.tsx';
import { refresh } from '#kit/web/query.tsx';
import { useTagged } from '#kit/web/tagged.ts';
import { BellList } from './bell-list.web.tsx';
import { noticeWords } from './notice.labels.ts';
import { NoticeDialog } from './notice-dialog.web.tsx';
import { MY_BELL, notice, noticeApi, noticeTopic, receivedApi } from './notice.ts';
import type { BellAnswer, BellItem } from './notice.ts';
import { pageOf } from './notice.rules.ts';
import './notice.css';

const POLL_MS = 6_000;
const LIST_SIZE = 5;
const MINE = '/isps/userAnnouncement';
/** What changes when something is read. */
const RECEIVED = { path: '/sys/sysAnnouncementSend' };

/** Unread messages in the header: counted, listed, opened. */
export const NoticeBell = () => {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<BellItem>();
  const button = useRef<HTMLButtonElement>(null);
  const { data, refetch } = useTagged(noticeApi.listByUser, { pageSize: LIST_SIZE }, { everyMs: POLL_MS });
  useLive(noticeTopic, MY_BELL, () => void refetch());
  const { read, readAll } = useReading();
  const count = (data?.anntMsgTotal ?? 0) + (data?.sysMsgTotal ?? 0);
  const goTo = (page: string): void => {
    setOpen(false);
    void navigate(page);
  };
  const choose = async (item: BellItem): Promise<void> => {
    setOpen(false);
    await read(item.id);
    const page = pageOf(item);
    if (page === undefined) setShown(item);
    else goTo(page);
  };
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottom"
        styles={{ container: { width: POPOVER_PX, padding: 0 } }}
        content={
          <BellPanel
            unread={data}
            onClose={close}
            onChoose={(item) => void choose(item)}
            onMore={() => goTo(MINE)}
            onReadAll={count > 0 ? () => void readAll() : undefined}
          />
        }
      >
        <BellButton ref={button} count={count} open={open} />
      </Popover>
      <NoticeDialog notice={shown} onClose={() => setShown(undefined)} />
    </>
  );
};

interface BellButtonProps extends ButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly count: number;
  readonly open: boolean;
}

/** The popover hands it its click. */
const BellButton = ({ count, open, ...given }: BellButtonProps) => {
  const say = useSay();
  const icon = (
    <Badge count={count} size="small" offset={[2, -2]}>
      <BellOutlined className="nt-bell" />
    </Badge>
  );
  return <Button {...given} type="text" icon={icon} aria-label={say(noticeWords.bell, { n: count })} aria-expanded={open} />;
};

const POPOVER_PX = 300;

/** Marks as read, and has every list of notices look again. */
const useReading = () => {
  const { refused } = useFeedback();
  const done = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(refused);
    await refresh(notice, RECEIVED);
  };
  return {
    read: (anntId: string) => done(call(receivedApi.editByAnntIdAndUserId, { anntId })),
    readAll: () => done(call(receivedApi.readAll, {})),
  };
};

interface PanelProps {
  readonly unread: BellAnswer | undefined;
  readonly onClose: () => void;
  readonly onChoose: (item: BellItem) => void;
  readonly onMore: () => void;
  readonly onReadAll: (() => void) | undefined;
}

const BellPanel = ({ unread, onClose, onChoose, onMore, onReadAll }: PanelProps) => {
  const say = useSay();
  const { anntMsgTotal = 0, anntMsgList = [], sysMsgTotal = 0, sysMsgList = [] } = unread ?? {};
  const tabs = [
    { key: '1', label: say(noticeWords.announcements, { n: anntMsgTotal }), items: anntMsgList },
    { key: '2', label: say(noticeWords.system, { n: sysMsgTotal }), items: sysMsgList },
  ];
  // The keyboard goes where the eyes go, and back with Escape.
  const enter = (panel: HTMLElement | null): void => {
    panel?.querySelector<HTMLElement>('[role="tab"]')?.focus();
    panel?.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') onClose();
    });
  };
  return (
    <section ref={enter} aria-label={say(noticeWords.mine)} className="nt-panel">
      <Tabs
        centered
        size="small"
        items={tabs.map(({ key, label, items }) => ({ key, label, children: <BellList items={items} onChoose={onChoose} /> }))}
      />
      <footer>
        <Button type="link" size="small" onClick={onMore}>
          {say(noticeWords.more)}
        </Button>
        <Button type="text" size="small" disabled={!onReadAll} onClick={onReadAll}>
          {say(noticeWords.readAll)}
        </Button>
      </footer>
    </section>
  );
};
