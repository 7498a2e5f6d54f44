import { Button, Input, Select, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/client.ts';
import { Failed } from '#kit/web/failed.tsx';
import { useFeedback } from '#kit/web/feedback.tsx';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { turned } from '#kit/web/list/turned.ts';
import { refresh, useCall } from '#kit/web/query.tsx';
import { usePhone } from '#kit/web/screen.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { Priority, senderText, Sent, titleText } from './bell-list.web.tsx';
import { readState } from './notice.codes.ts';
import { noticeWords } from './notice.labels.ts';
import { NoticeDialog } from './notice-dialog.web.tsx';
import { notice, receivedApi } from './notice.ts';
import type { ReceivedNotice, ReceivedPage } from './notice.ts';
import './notice.css';

const RECEIVED = { path: '/sys/sysAnnouncementSend' };
type Flag = '0' | '1';

interface Asked {
  readonly titile?: string;
  readonly sender?: string;
  readonly readFlag?: Flag;
  readonly pageNo: number;
  readonly pageSize: number;
}

/** Every notice that has reached the viewer, read or not. */
export const MyNotices = () => {
  const { refused } = useFeedback();
  const [asked, setAsked] = useState<Asked>({ pageNo: 1, pageSize: 10 });
  const [shown, setShown] = useState<ReceivedNotice>();
  const { data, error, isFetching, refetch } = useCall(receivedApi.getMyAnnouncementSend, asked, { keep: true });
  const send = async (work: Promise<unknown>): Promise<void> => {
    await work.catch(refused);
    await refresh(notice, RECEIVED);
  };
  const open = (row: ReceivedNotice): void => {
    setShown(row);
    if (row.readFlag === '0') void send(call(receivedApi.editByAnntIdAndUserId, { anntId: row.anntId }));
  };
  return (
    <div className="co-list">
      <section className="co-card nt-mine">
        <Filters asked={asked} onAsk={setAsked} onReadAll={() => void send(call(receivedApi.readAll, {}))} />
        {error ? (
          <Failed because={error.message} retry={refetch} />
        ) : (
          <Received page={data} busy={isFetching && !data} asked={asked} onAsk={setAsked} onOpen={open} />
        )}
      </section>
      <NoticeDialog notice={shown} onClose={() => setShown(undefined)} />
    </div>
  );
};

interface AskProps {
  readonly asked: Asked;
  readonly onAsk: (asked: Asked) => void;
}

const Filters = ({ asked, onAsk, onReadAll }: AskProps & { readonly onReadAll: () => void }) => {
  const say = useSay();
  const options = Object.values(readState.items).map((item) => ({ value: item.value, label: say(item.words) }));
  return (
    <div className="nt-ask">
      {(['titile', 'sender'] as const).map((name) => (
        <Input.Search
          key={name}
          allowClear
          aria-label={say(noticeWords[name])}
          placeholder={say(noticeWords[name])}
          onSearch={(text) => onAsk({ ...asked, [name]: text, pageNo: 1 })}
        />
      ))}
      <Select<Flag>
        allowClear
        aria-label={say(noticeWords.state)}
        placeholder={say(noticeWords.state)}
        options={options}
        onChange={(readFlag?: Flag) => {
          const { readFlag: _before, ...others } = asked;
          onAsk({ ...others, ...(readFlag && { readFlag }), pageNo: 1 });
        }}
      />
      <Button onClick={onReadAll}>{say(noticeWords.readAll)}</Button>
    </div>
  );
};

interface ReceivedProps extends AskProps {
  readonly page: ReceivedPage | undefined;
  readonly busy: boolean;
  readonly onOpen: (row: ReceivedNotice) => void;
}

const Received = ({ page, busy, asked, onAsk, onOpen }: ReceivedProps) => {
  const phone = usePhone();
  const columns = useColumns(onOpen);
  return (
    <Table
      size="small"
      rowKey="id"
      loading={busy}
      columns={phone ? columns.filter(({ key }) => key !== 'sender' && key !== 'priority') : columns}
      dataSource={[...(page?.records ?? [])]}
      pagination={{
        current: asked.pageNo,
        pageSize: asked.pageSize,
        total: page?.total ?? 0,
        showSizeChanger: true,
        pageSizeOptions: [10, 20, 30],
        onChange: (pageNo, pageSize) => onAsk({ ...asked, ...turned(asked, pageNo, pageSize) }),
      }}
    />
  );
};

const useColumns = (open: (row: ReceivedNotice) => void): ColumnsType<ReceivedNotice> => {
  const say = useSay();
  return useMemo(
    () => [
      {
        key: 'titile',
        title: say(noticeWords.titile),
        render: (_value, row) => (
          <Button type="link" className="nt-open" onClick={() => open(row)}>
            {titleText(row, say)}
          </Button>
        ),
      },
      { key: 'priority', title: say(noticeWords.priority), render: (_value, row) => <Priority value={row.priority} /> },
      { key: 'sender', title: say(noticeWords.sender), render: (_value, row) => senderText(row.sender, say) },
      { key: 'sendTime', title: say(noticeWords.sendTime), render: (_value, row) => <Sent item={row} /> },
      { key: 'state', title: say(noticeWords.state), render: (_value, row) => <CodeTag item={itemOf(readState, row.readFlag)} /> },
    ],
    [say, open],
  );
};
