import { Button, Tabs } from 'antd';
import { useSay } from '#kit/web/language.ts';
import { BellList } from './bell-list.web.tsx';
import { noticeWords, receivedLabels } from '../notice.labels.ts';
import type { BellAnswer, BellItem } from '../notice.ts';

interface PanelProps {
  readonly unread: BellAnswer | undefined;
  readonly onClose: () => void;
  readonly onChoose: (item: BellItem) => void;
  readonly onMore: () => void;
  readonly onReadAll: (() => void) | undefined;
}

/** The unread notices of both kinds, with links to all of them. */
export const BellPanel = ({ unread, onClose, onChoose, onMore, onReadAll }: PanelProps) => {
  const say = useSay();
  const { anntMsgTotal = 0, anntMsgList = [], sysMsgTotal = 0, sysMsgList = [] } = unread ?? {};
  const tabs = [
    { key: '1', label: say(noticeWords.announcements, { n: anntMsgTotal }), items: anntMsgList },
    { key: '2', label: say(noticeWords.system, { n: sysMsgTotal }), items: sysMsgList },
  ];
  // Moves the focus into the panel when it opens, and back on Escape.
  const enter = (panel: HTMLElement | null): void => {
    panel?.querySelector<HTMLElement>('[role="tab"]')?.focus();
    panel?.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') onClose();
    });
  };
  return (
    <section ref={enter} aria-label={say(receivedLabels.noun)} className="nt-panel">
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
