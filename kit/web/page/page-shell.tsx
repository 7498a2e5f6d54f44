import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PageToolsProps } from './page-tools.tsx';
import { useTab } from '../navigation/tab-context.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

/** Loaded separately, because most pages have neither a search nor tabs. */
const Tools = lazyComponent(() => import('./page-tools.tsx').then((tools) => tools.PageTools));

export interface PageShellProps {
  /** By default the title of the page's menu entry. */
  readonly title?: ReactNode;
  readonly description?: ReactNode;
  /** Links to other pages: paths of the product, or web addresses, which open in a new tab. */
  readonly links?: readonly { readonly name: string; readonly to: string }[];
  /** A picture or number at the right of the header. */
  readonly extra?: ReactNode;
  readonly search?: PageToolsProps['search'];
  readonly tabs?: PageToolsProps['tabs'];
  readonly children: ReactNode;
}

/** The frame of a page that is no list: a header with title and description, and the content below. */
export const PageShell = ({ title, description, links = [], extra, search, tabs, children }: PageShellProps) => {
  const tab = useTab();
  return (
    <div className="co-page">
      <header className="co-card co-page-head">
        <div className="co-page-words">
          <h1>{title ?? tab.title}</h1>
          {description !== undefined && <p>{description}</p>}
          {links.length > 0 && (
            <ul>
              {links.map(({ name, to }) => (
                <li key={to}>{to.startsWith('/') ? <Link to={to}>{name}</Link> : <OutLink to={to} name={name} />}</li>
              ))}
            </ul>
          )}
        </div>
        {extra !== undefined && <div className="co-page-extra">{extra}</div>}
        {(search ?? tabs) && <Tools search={search} tabs={tabs} />}
      </header>
      {children}
    </div>
  );
};

const OutLink = ({ to, name }: { readonly to: string; readonly name: string }) => (
  <a href={to} target="_blank" rel="noopener noreferrer">
    {name}
  </a>
);
