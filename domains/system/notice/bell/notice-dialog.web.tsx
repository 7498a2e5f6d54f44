import { Button, Modal, Skeleton } from 'antd';
import { useNavigate } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { SafeHtml } from '#kit/web/editors/safe-html.tsx';
import { Priority, senderText, SentAt, titleText } from './bell-list.web.tsx';
import { noticeWords } from '../notice.labels.ts';
import { pageOf } from '../notice.rules.ts';
import { noticeApi } from '../notice.ts';
import type { BellItem } from '../notice.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

const Attachments = lazyComponent(() => import('../attachments/attachments.web.tsx').then((files) => files.Attachments));

/** Shows one notice with its text. */
export const NoticeDialog = ({ notice, onClose }: { readonly notice: BellItem | undefined; readonly onClose: () => void }) => {
  const say = useSay();
  const navigate = useNavigate();
  const { data, error, refetch } = useCall(noticeApi.queryById, { id: notice?.id ?? '' }, { enabled: notice !== undefined });
  const page = notice && pageOf(notice);
  return (
    <Modal
      open={notice !== undefined}
      onCancel={onClose}
      title={notice && titleText(notice, say)}
      destroyOnHidden
      footer={
        page !== undefined && (
          <Button
            type="primary"
            onClick={() => {
              onClose();
              void navigate(page);
            }}
          >
            {say(noticeWords.openPage)}
          </Button>
        )
      }
    >
      {notice && (
        <p className="nt-about">
          <Priority value={notice.priority} />
          <span>{senderText(notice.sender, say)}</span>
          <SentAt item={notice} />
        </p>
      )}
      {error && <LoadError because={error.message} retry={refetch} />}
      {!error && !data && <Skeleton active />}
      {data && <SafeHtml html={data.msgContent} />}
      {data?.files && <Attachments files={data.files} />}
    </Modal>
  );
};
