import { Badge, Button, Popover } from 'antd';
import type { ButtonProps } from 'antd';
import type { Ref } from 'react';
import BellOutlined from '@ant-design/icons/BellOutlined';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useLive } from '#kit/web/live/live.tsx';
import { refresh } from '#kit/web/calls/query.tsx';
import { useEtagPolling } from '#kit/web/calls/etag-polling.ts';
import { noticeWords } from '../notice.labels.ts';
import { MY_BELL, notice, noticeApi, noticeTopic, receivedApi } from '../notice.ts';
import type { BellItem } from '../notice.ts';
import { pageOf } from '../notice.rules.ts';
import '../notice.css';

/** Every page has the bell, so its panel is loaded only when it is opened. */
const BellPanel = lazyComponent(() => import('./bell-panel.web.tsx').then((panel) => panel.BellPanel));
const NoticeDialog = lazyComponent(() => import('./notice-dialog.web.tsx').then((dialog) => dialog.NoticeDialog));

const SECOND_MS = 1_000;
/** The interval until the server has sent its own. */
const FIRST_POLL_SEC = 6;
const LIST_SIZE = 5;
const MY_NOTICES_PATH = '/isps/userAnnouncement';
/** The list that changes when a notice is read. */
const RECEIVED_LIST = { path: '/sys/sysAnnouncementSend' };

/** The bell in the header, with the number of unread notices and the panel that lists them. */
export const NoticeBell = () => {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [shownItem, setShownItem] = useState<BellItem>();
  const button = useRef<HTMLButtonElement>(null);
  const [everySec, setEverySec] = useState(FIRST_POLL_SEC);
  const { data, refetch } = useEtagPolling(noticeApi.listByUser, { pageSize: LIST_SIZE }, { everyMs: everySec * SECOND_MS });
  if (data && data.pollSec !== everySec) setEverySec(data.pollSec);
  useLive(noticeTopic, MY_BELL, () => void refetch());
  const { read, readAll } = useMarkRead();
  const count = (data?.anntMsgTotal ?? 0) + (data?.sysMsgTotal ?? 0);
  const goTo = (page: string): void => {
    setOpen(false);
    void navigate(page);
  };
  const choose = async (item: BellItem): Promise<void> => {
    setOpen(false);
    await read(item.id);
    const page = pageOf(item);
    if (page === undefined) setShownItem(item);
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
            onMore={() => goTo(MY_NOTICES_PATH)}
            onReadAll={count > 0 ? () => void readAll() : undefined}
          />
        }
      >
        <BellButton ref={button} count={count} open={open} />
      </Popover>
      {shownItem && <NoticeDialog notice={shownItem} onClose={() => setShownItem(undefined)} />}
    </>
  );
};

interface BellButtonProps extends ButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly count: number;
  readonly open: boolean;
}

/** The popover adds a click handler to the button. */
const BellButton = ({ count, open, ...buttonProps }: BellButtonProps) => {
  const say = useSay();
  const icon = (
    <Badge count={count} size="small" offset={[2, -2]}>
      <BellOutlined className="nt-bell" />
    </Badge>
  );
  return <Button {...buttonProps} type="text" icon={icon} aria-label={say(noticeWords.bell, { n: count })} aria-expanded={open} />;
};

const POPOVER_PX = 300;

/** Marks notices as read, and reloads every list of notices. */
const useMarkRead = () => {
  const { refused } = useFeedback();
  const done = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(refused);
    await refresh(notice, RECEIVED_LIST);
  };
  return {
    read: (anntId: string) => done(call(receivedApi.editByAnntIdAndUserId, { anntId })),
    readAll: () => done(call(receivedApi.readAll, {})),
  };
};
