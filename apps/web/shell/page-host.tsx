import { Button, Skeleton } from 'antd';
import { Component, lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { pages } from '../registry.ts';
import { words } from '../words.ts';
import type { MenuNode } from './menu.ts';

/** One lazy page each, made once: else React would mount it anew at every render. */
const own = new Map(
  Object.entries(pages).map(([component, load]) => {
    const Page = lazy(load);
    return [component, <Page key={component} />];
  }),
);
/** What the server calls an address of the web that is shown inside. */
const FRAME = 'layouts/IframePageView';
const FramePage = lazy(() => import('./frame-page.tsx').then((page) => ({ default: page.FramePage })));
const Default = lazy(() => import('./default-page.tsx').then((page) => ({ default: page.DefaultPage })));

/** Draws the page of a menu node. Each kept tab holds one of these with a location of its own. */
export const PageHost = ({ node }: { readonly node: MenuNode }) => {
  const component = node.component ?? '';
  return (
    <PageGuard key={node.path}>
      <Suspense fallback={<PageWait />}>
        <Routes>
          <Route
            path={node.path}
            element={component === FRAME ? <FramePage node={node} /> : (own.get(component) ?? <Default component={component} />)}
          />
        </Routes>
      </Suspense>
    </PageGuard>
  );
};

const PageWait = () => (
  <div className="co-card co-page-wait">
    <Skeleton active paragraph={{ rows: 8 }} />
  </div>
);

interface GuardState {
  readonly problem: unknown;
}

/** A page that breaks leaves the rest of the shell standing. */
class PageGuard extends Component<{ readonly children: ReactNode }, GuardState> {
  override state: GuardState = { problem: undefined };
  static getDerivedStateFromError(problem: unknown): GuardState {
    return { problem };
  }
  override render(): ReactNode {
    return this.state.problem === undefined ? (
      this.props.children
    ) : (
      <Broken problem={this.state.problem} onRetry={() => this.setState({ problem: undefined })} />
    );
  }
}

/** A chunk of an older build is gone from the server; only a reload brings the new one. */
const isOldBuild = (problem: unknown): boolean =>
  problem instanceof Error && /dynamically imported module|Importing a module script failed|error loading/i.test(problem.message);

const Broken = ({ problem, onRetry }: { readonly problem: unknown; readonly onRetry: () => void }) => {
  const say = useSay();
  const old = isOldBuild(problem);
  return (
    <Notice
      tone={old ? 'busy' : 'bad'}
      title={say(old ? words.newVersion : kitWords.pageFailed)}
      text={!old && problem instanceof Error ? problem.message : undefined}
    >
      <Button type="primary" onClick={old ? () => window.location.reload() : onRetry}>
        {say(old ? words.reload : kitWords.retry)}
      </Button>
    </Notice>
  );
};
