import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useSay } from '../language.ts';
import type { UploadItem } from './items.ts';
import { nameIn } from './items.ts';
import { ItemActs } from './item-acts.tsx';
import type { ItemPermissions } from './item-acts.tsx';
import { ItemFace } from './item-face.tsx';
import { useItemDrag } from './use-item-drag.ts';
import type { UploadList } from './upload-list.ts';
import { uploadWords } from './words.ts';

interface ItemsProps {
  readonly list: UploadList;
  readonly items: readonly UploadItem[];
  readonly move: (key: string, to: number) => void;
  readonly disabled: boolean;
  readonly allow: ItemPermissions;
  readonly isImage: boolean;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The files of a list. Each is one tab stop. Alt with an arrow key, or dragging, moves it. */
export const UploadItems = ({ list, items, move: moveOnly, disabled, allow, isImage }: ItemsProps) => {
  const say = useSay();
  const move = (key: string, to: number): void => {
    const focused = document.activeElement;
    moveOnly(key, to);
    // Moving an element in the page removes its focus.
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus());
  };
  const listRef = useRef<HTMLUListElement>(null);
  const { draggedKey, onGrip } = useItemDrag(listRef, (key, to) => list.move(key, to));
  if (items.length === 0) return null;
  const keys = (event: KeyboardEvent<HTMLElement>, key: string, index: number): void => {
    if (disabled) return;
    const step = event.altKey ? steps[event.key] : undefined;
    if (step !== undefined) {
      event.preventDefault();
      move(key, index + step);
      return;
    }
    if ((event.key !== 'Delete' && event.key !== 'Backspace') || event.target !== event.currentTarget || allow.allowRemove === false) return;
    event.preventDefault();
    const next = event.currentTarget.nextElementSibling ?? event.currentTarget.previousElementSibling;
    list.remove(key);
    if (next instanceof HTMLElement) next.focus();
  };
  return (
    <ul ref={listRef} className={isImage ? 'up-items up-pictures' : 'up-items'}>
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a second way; buttons and keys do the same
        <li
          key={item.key}
          data-item={item.key}
          className={`up-item up-${item.status}${draggedKey === item.key ? ' up-held' : ''}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys of its own work on it
          tabIndex={0}
          aria-label={nameIn(item)}
          title={disabled || items.length < 2 ? undefined : say(uploadWords.keys)}
          onKeyDown={(event) => keys(event, item.key, index)}
          onPointerDown={(event) => !disabled && items.length > 1 && onGrip(event, item.key)}
        >
          <ItemFace item={item} isImage={isImage} />
          <ItemActs item={item} index={index} count={items.length} list={list} move={move} disabled={disabled} allow={allow} />
        </li>
      ))}
    </ul>
  );
};
