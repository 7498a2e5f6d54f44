import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { refresh } from '#kit/web/calls/query.tsx';
import { senderText, titleText } from './bell-list.web.tsx';
import { noticeWords, receivedLabels } from '../notice.labels.ts';
import { NoticeDialog } from './notice-dialog.web.tsx';
import { notice, received, receivedApi } from '../notice.ts';
import type { ReceivedNotice } from '../notice.ts';
import '../notice.css';

const RECEIVED_LIST = { path: '/sys/sysAnnouncementSend' };
const api = { list: receivedApi.getMyAnnouncementSend };

/** All notices that were sent to the viewer, read or unread. */
export const MyNotices = () => {
  const say = useSay();
  const { refused } = useFeedback();
  const [shownNotice, setShownNotice] = useState<ReceivedNotice>();
  const send = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(refused);
    await refresh(notice, RECEIVED_LIST);
  };
  const open = (row: ReceivedNotice): void => {
    setShownNotice(row);
    if (row.readFlag === '0') void send(call(receivedApi.editByAnntIdAndUserId, { anntId: row.anntId }));
  };
  return (
    <>
      <ListPage
        of={received}
        api={api}
        labels={receivedLabels}
        columns={['titile', 'msgCategory', 'priority', 'sender', 'sendTime', 'readFlag']}
        filters={['titile', 'sender', 'readFlag', 'priority', 'msgCategory', 'sendTime']}
        render={{ titile: (_titile, row) => titleText(row, say), sender: (sender) => senderText(sender, say) }}
        toolbar={<Button onClick={() => void send(call(receivedApi.readAll, {}))}>{say(noticeWords.readAll)}</Button>}
        onOpen={open}
      />
      <NoticeDialog notice={shownNotice} onClose={() => setShownNotice(undefined)} />
    </>
  );
};
