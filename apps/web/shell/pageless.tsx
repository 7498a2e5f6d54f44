import { Skeleton } from 'antd';
import { Navigate, useLocation } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { HOME } from '../paths.ts';
import { words } from '../words.ts';
import type { Place } from './menu.ts';
import { NotFound } from './not-found.tsx';

interface PagelessProps {
  /** The menu is on its way. */
  readonly waiting: boolean;
  readonly start: Place | undefined;
}

/** What an address without a page shows. */
export const Pageless = ({ waiting, start }: PagelessProps) => {
  const say = useSay();
  const { pathname } = useLocation();
  if (waiting) return <Skeleton active className="co-page-wait" />;
  if (pathname !== '/' && pathname !== HOME) return <NotFound />;
  return start ? <Navigate to={start.node.path} replace /> : <Notice tone="busy" title={say(words.noMenu)} />;
};
