import { Button, Skeleton } from 'antd';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { late } from '#kit/web/late.tsx';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { pages } from '../registry.ts';
import { words } from '../words.ts';
import type { MenuNode } from './menu.ts';

const PageWait = () => (
  <div className="co-card co-page-wait">
    <Skeleton active paragraph={{ rows: 8 }} />
  </div>
);

/** One late page each, made once: else React would mount it anew at every render. */
const own = new Map(
  Object.entries(pages).map(([component, load]) => {
    const Page = late(() => load().then((page) => page.default), <PageWait />);
    return [component, { drawn: <Page key={component} />, ahead: Page.ahead }];
  }),
);
/** What the server calls an address of the web that is shown inside. */
const FRAME = 'layouts/IframePageView';
const FramePage = late(() => import('./frame-page.tsx').then((page) => page.FramePage), <PageWait />);
const Default = late(() => import('./default-page.tsx').then((page) => page.DefaultPage), <PageWait />);

/** Fetches the code of a menu node's page. */
export const pageAhead = ({ component = '' }: MenuNode): Promise<unknown> =>
  (own.get(component) ?? (component === FRAME ? FramePage : Default)).ahead();

/** Draws the page of a menu node. Each kept tab holds one of these with a location of its own. */
export const PageHost = ({ node }: { readonly node: MenuNode }) => {
  return (
    <PageGuard key={node.path}>
      <Routes>
        <Route path={node.path} element={<PageOf node={node} />} />
      </Routes>
    </PageGuard>
  );
};

const PageOf = ({ node }: { readonly node: MenuNode }) => {
  const { component = '' } = node;
  return component === FRAME ? <FramePage node={node} /> : (own.get(component)?.drawn ?? <Default component={component} />);
};

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
