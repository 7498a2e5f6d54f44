import { Skeleton } from 'antd';
import { Navigate, useLocation } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { HOME, NOT_FOUND } from '../../paths.ts';
import { words } from '../../words.ts';
import { pageOf } from '../menu/menu.ts';
import type { MenuPage } from '../menu/menu.ts';
import { NotFound } from './not-found.tsx';

interface NoPageProps {
  /** The menu is loading. */
  readonly waiting: boolean;
  readonly pages: readonly MenuPage[];
  readonly start: MenuPage | undefined;
}

/** Shown for an address without a page. */
export const NoPage = ({ waiting, pages, start }: NoPageProps) => {
  const say = useSay();
  const location = useLocation();
  const { pathname, search } = location;
  if (waiting) return <Skeleton active className="co-page-wait" />;
  if (pathname === NOT_FOUND) {
    const from = cameFrom(location.state);
    // A right that was granted meanwhile makes the page available.
    return pageOf(pages, from.split('?')[0] ?? '') ? <Navigate to={from} replace /> : <NotFound />;
  }
  if (pathname !== '/' && pathname !== HOME) return <Navigate to={NOT_FOUND} state={{ from: `${pathname}${search}` }} replace />;
  return start ? <Navigate to={start.node.path} replace /> : <Notice tone="busy" title={say(words.noMenu)} />;
};

const cameFrom = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' ? state.from : '';
