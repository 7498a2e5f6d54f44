import { Button, Skeleton } from 'antd';
import { Navigate, useLocation } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { HOME } from '../paths.ts';
import { words } from '../words.ts';
import type { Place } from './menu.ts';
import { NotFound } from './not-found.tsx';
import { signOut } from './sign-out.ts';
import type { useMenu } from './use-menu.ts';

interface PagelessProps {
  readonly query: ReturnType<typeof useMenu>['query'];
  readonly start: Place | undefined;
}

/** What an address without a page shows. */
export const Pageless = ({ query, start }: PagelessProps) => {
  const say = useSay();
  const { pathname } = useLocation();
  if (query.isError && !query.data) return <MenuFailed message={query.error.message} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active className="co-page-wait" />;
  if (pathname !== '/' && pathname !== HOME) return <NotFound />;
  return start ? <Navigate to={start.node.path} replace /> : <Notice tone="busy" title={say(words.noMenu)} />;
};

const MenuFailed = ({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) => {
  const say = useSay();
  return (
    <Notice tone="warn" title={say(words.menuFailed)} text={message}>
      <Button type="primary" onClick={onRetry}>
        {say(kitWords.retry)}
      </Button>
      <Button onClick={() => void signOut()}>{say(words.signOut)}</Button>
    </Notice>
  );
};
