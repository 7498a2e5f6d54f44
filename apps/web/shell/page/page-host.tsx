import { Button, Skeleton } from 'antd';
import { Route, Routes } from 'react-router';
import type { ChunkLoadError } from '#kit/web/code-loading/chunk-load-error.ts';
import { ErrorBoundary } from '#kit/web/code-loading/error-boundary.tsx';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useSay } from '#kit/web/language.ts';
import { chunkLoadErrorWords } from '#kit/web/code-loading/chunk-load-error-words.ts';
import { Notice } from '#kit/web/notice.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { pages } from '../../registry.ts';
import type { MenuNode } from '../menu/menu.ts';

const PageWait = () => (
  <div className="co-card co-page-wait">
    <Skeleton active paragraph={{ rows: 8 }} />
  </div>
);

const LostPage = ({ error: { reason, retry } }: { readonly error: ChunkLoadError }) => {
  const say = useSay();
  const isGone = reason === 'gone';
  return (
    <Notice tone={isGone ? 'busy' : 'bad'} title={say(chunkLoadErrorWords[reason])}>
      <Button type="primary" onClick={isGone ? () => window.location.reload() : retry}>
        {say(isGone ? chunkLoadErrorWords.reload : chunkLoadErrorWords.again)}
      </Button>
    </Notice>
  );
};
const lostPage = (lost: ChunkLoadError) => <LostPage error={lost} />;

/** One lazy component for each page, created once; otherwise React would mount it anew at every render. */
const lazyPages = new Map(
  Object.entries(pages).map(([component, load]) => {
    const Page = lazyComponent(() => load().then((page) => page.default), <PageWait />, lostPage);
    return [component, <Page key={component} />];
  }),
);
/** The server's name for the component of an embedded address. */
const FRAME = 'layouts/IframePageView';
const IframePage = lazyComponent(() => import('./iframe-page.tsx').then((page) => page.IframePage), <PageWait />, lostPage);
const Default = lazyComponent(() => import('./default-page.tsx').then((page) => page.DefaultPage), <PageWait />, lostPage);

/** Draws the page of a menu node. Each kept tab has its own host with its own location. */
export const PageHost = ({ node }: { readonly node: MenuNode }) => {
  return (
    <ErrorBoundary key={node.path} broken={brokenPage}>
      <Routes>
        <Route path={node.path} element={<PageOf node={node} />} />
      </Routes>
    </ErrorBoundary>
  );
};

const PageOf = ({ node }: { readonly node: MenuNode }) => {
  const { component = '' } = node;
  return component === FRAME ? <IframePage node={node} /> : (lazyPages.get(component) ?? <Default component={component} />);
};

const Broken = ({ problem, onRetry }: { readonly problem: unknown; readonly onRetry: () => void }) => {
  const say = useSay();
  return (
    <Notice tone="bad" title={say(kitWords.pageFailed)} text={problem instanceof Error ? problem.message : undefined}>
      <Button type="primary" onClick={onRetry}>
        {say(kitWords.retry)}
      </Button>
    </Notice>
  );
};
const brokenPage = (problem: unknown, retry: () => void) => <Broken problem={problem} onRetry={retry} />;
