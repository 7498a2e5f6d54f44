import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { words } from '../../words.ts';

interface StripTabProps {
  readonly path: string;
  readonly to: string;
  readonly title: string;
  readonly shown: boolean;
  /** Whether the Tab key stops here; it stops once in the strip. */
  readonly reachable: boolean;
  readonly closable: boolean;
  readonly onClose: () => void;
}

/** One open page. Arrow keys move along the strip, Enter opens a page, Delete and the middle mouse button close it. */
export const StripTab = ({ path, to, title, shown, reachable, closable, onClose }: StripTabProps) => {
  const say = useSay();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (shown) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const links = linksBeside(event.currentTarget);
    const index = links.indexOf(event.currentTarget);
    const goals: Readonly<Record<string, number>> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: links.length - 1 };
    const goal = goals[event.key];
    if (goal === undefined && event.key !== 'Delete') return;
    event.preventDefault();
    if (goal !== undefined) links.at(goal % links.length)?.focus();
    // Without this the focus would be lost with the tab.
    else if (closable) (links[index + 1] ?? links[index - 1])?.focus();
    if (goal === undefined) onClose();
  };
  return (
    <li className={shown ? 'co-tab co-tab-on' : 'co-tab'} data-tab={path}>
      <Link
        ref={link}
        to={to}
        aria-current={shown ? 'page' : undefined}
        tabIndex={reachable ? 0 : -1}
        onKeyDown={onKeyDown}
        onAuxClick={(event) => {
          if (event.button !== 1) return;
          event.preventDefault();
          onClose();
        }}
      >
        {title}
      </Link>
      {closable && (
        <button type="button" tabIndex={-1} aria-label={`${say(words.closePage)}: ${title}`} onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </li>
  );
};

const linksBeside = (link: HTMLElement): readonly HTMLElement[] => [...(link.closest('ul')?.querySelectorAll<HTMLElement>('a') ?? [])];
