import { Button, Skeleton } from 'antd';
import { Component, lazy, Suspense } from 'react';
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { pages } from '../registry.ts';
import { words } from '../words.ts';
import type { MenuNode } from './menu.ts';

/** Draws the page of a menu node. Kept tabs will each hold one of these with a location of their own. */
export const PageHost = ({ node }: { readonly node: MenuNode }) => {
  const Page = pageOf(node.component ?? '');
  return (
    <PageGuard key={node.path}>
      <Suspense fallback={<PageWait />}>
        <Routes>
          <Route path={node.path} element={<Page />} />
        </Routes>
      </Suspense>
    </PageGuard>
  );
};

const made = new Map<string, LazyExoticComponent<ComponentType>>();

/** One lazy component for each page, else React would mount it anew at every render. */
const pageOf = (component: string): LazyExoticComponent<ComponentType> => {
  const known = made.get(component);
  if (known) return known;
  const page = lazy(
    pages[component] ?? (() => import('./default-page.tsx').then(({ DefaultPage }) => ({ default: () => <DefaultPage component={component} /> }))),
  );
  made.set(component, page);
  return page;
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
