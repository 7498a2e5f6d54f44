import { Button, Modal } from 'antd';
import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import { tableWords } from './table/table-words.ts';

export interface DetailsModalProps {
  readonly title?: string;
  /** Returns whether the dialog may close; false while its content has errors. */
  readonly onOk: () => boolean | Promise<boolean>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const WIDTH = 1200;

/** A dialog that shows one whole row and can be maximised. It is open while it is mounted. */
export const DetailsModal = ({ title, onOk, onClose, children }: DetailsModalProps) => {
  const say = useSay();
  const [full, setFull] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      if (await onOk()) onClose();
    } finally {
      setBusy(false);
    }
  };
  const label = say(full ? tableWords.window : tableWords.fullscreen);
  return (
    <Modal
      open
      width={full ? '100vw' : WIDTH}
      className={full ? 'et-details et-details-full' : 'et-details'}
      title={
        <span className="et-details-title">
          {title ?? say(tableWords.details)}
          <Button
            type="text"
            size="small"
            icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            aria-label={label}
            title={label}
            onClick={() => setFull(!full)}
          />
        </span>
      }
      okText={say(words.ok)}
      cancelText={say(words.cancel)}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {children}
    </Modal>
  );
};
