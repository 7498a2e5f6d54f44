import { itemOf } from '#kit/fields/codes.ts';
import { Cell, CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Translate } from '#kit/web/language.ts';
import { priority } from '../notice.codes.ts';
import { noticeWords, SYSTEM_SENDER, systemTitles } from '../notice.labels.ts';
import { notice } from '../notice.ts';
import type { BellItem } from '../notice.ts';

/** The title as readers see it; that of a system message is the key of a text. */
export const titleText = ({ sender, titile }: Pick<BellItem, 'sender' | 'titile'>, say: Translate): string => {
  const systemTitle = Object.entries(systemTitles).find(([key]) => key === titile);
  return sender === SYSTEM_SENDER && systemTitle ? say(systemTitle[1]) : titile;
};
export const senderText = (sender: string, say: Translate): string => (sender === SYSTEM_SENDER ? say(noticeWords.system_sender) : sender);

export const Priority = ({ value }: { readonly value: string }) => <CodeTag item={itemOf(priority, value)} fallback={value} />;
export const SentAt = ({ item }: { readonly item: BellItem }) => (
  <Cell field={notice.fields.sendTime} name="sendTime" value={item.sendTime ?? item.createTime} row={{}} />
);

/** The unread notices of one kind, newest first. */
export const BellList = ({ items, onChoose }: { readonly items: readonly BellItem[]; readonly onChoose: (item: BellItem) => void }) => {
  const say = useSay();
  if (items.length === 0) return <p className="nt-none">{say(noticeWords.none)}</p>;
  return (
    <ul className="nt-list">
      {items.map((item) => (
        <li key={item.id}>
          <button type="button" onClick={() => onChoose(item)}>
            <span className="nt-title" title={titleText(item, say)}>
              {titleText(item, say)}
            </span>
            <span className="nt-about">
              <Priority value={item.priority} />
              <SentAt item={item} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};
