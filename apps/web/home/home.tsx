import { Link } from 'react-router';
import { languageTags, useLanguage, useSay } from '#kit/web/language.ts';
import { PageShell } from '#kit/web/page/page-shell.tsx';
import { useViewer } from '#kit/web/session/session.ts';
import { greetingAt } from '../greeting.ts';
import { loadAlarmsAtHome } from '#domains/alarm/web.ts';
import { loadToday } from '#domains/charging/web.ts';
import { loadHomeBoard } from '#domains/insight/web.ts';
import { MenuIcon } from '../shell/menu/icons.tsx';
import { pagesOf, shownIn } from '../shell/menu/menu.ts';
import type { MenuNode } from '../shell/menu/menu.ts';
import { useMenu } from '../shell/menu/use-menu.ts';
import { HOME } from '../paths.ts';
import { useNow } from '../use-now.ts';
import { words } from '../words.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import './home.css';

const AlarmsAtHome = lazyComponent(loadAlarmsAtHome);
const TodayBoard = lazyComponent(loadToday);
const HomeBoard = lazyComponent(loadHomeBoard);

/** The start page: today's figures, pending tasks, business figures, and links to the viewer's own pages. */
export const Home = () => {
  const say = useSay();
  const language = useLanguage();
  const viewer = useViewer();
  const { nodes } = useMenu();
  const now = useNow();
  const name = viewer?.realname || viewer?.username || '';
  const day = now.toLocaleDateString(languageTags[language], { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
  const groups = shownIn(nodes).filter(({ path }) => path !== HOME);
  return (
    <PageShell title={say(words.greet, { greeting: say(greetingAt(now.getHours())), name })} description={day}>
      <TodayBoard />
      <AlarmsAtHome />
      <HomeBoard />
      <section className="co-card ch-pages" aria-label={say(words.yourPages)}>
        <h2>{say(words.yourPages)}</h2>
        <div>
          {groups.map((node) => (
            <Group key={node.path} node={node} />
          ))}
        </div>
      </section>
    </PageShell>
  );
};

const Group = ({ node }: { readonly node: MenuNode }) => (
  <div>
    <h3>
      <MenuIcon name={node.meta.icon} /> {node.meta.title}
    </h3>
    <ul>
      {pagesOf([node]).map((page) => (
        <li key={page.node.path}>
          <Link to={page.node.path}>{page.node.meta.title}</Link>
        </li>
      ))}
    </ul>
  </div>
);
