import { Breadcrumb } from 'antd';
import { Link } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { PRODUCT } from '../../paths.ts';
import { words } from '../../words.ts';
import type { MenuPage } from '../menu/menu.ts';

/** The path from home to the page; on a phone the name of the page above its group. */
export const Breadcrumbs = ({ page, phone, home }: { readonly page: MenuPage | undefined; readonly phone: boolean; readonly home: string }) => {
  const say = useSay();
  if (phone)
    return (
      <span className="co-crumbs co-crumbs-phone">
        <strong>{page?.node.meta.title ?? PRODUCT}</strong>
        {page && <span>{page.groups.at(-1)?.meta.title ?? PRODUCT}</span>}
      </span>
    );
  if (!page) return <span className="co-crumbs" />;
  const last = { title: page.node.meta.title };
  const first = { title: page.node.path === home ? say(words.home) : <Link to="/">{say(words.home)}</Link> };
  const path = page.node.path === home ? [first] : [first, ...page.groups.map(({ meta }) => ({ title: meta.title })), last];
  return <Breadcrumb className="co-crumbs" items={path} />;
};
