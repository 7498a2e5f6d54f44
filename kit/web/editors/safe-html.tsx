import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';
import { pictureOf } from './addresses.ts';
import { usePicture } from '../upload/use-picture.ts';

/** What a text may be made of. Whatever else stands in it shows its words and nothing more. */
const tags: ReadonlySet<string> = new Set(
  'p br b strong i em u s ul ol li h1 h2 h3 h4 blockquote pre code hr a span div table thead tbody tr th td'.split(' '),
);
/** These do not even show their words. */
const silent: ReadonlySet<string> = new Set('script style template iframe object embed noscript svg math title textarea select'.split(' '));
const empty: ReadonlySet<string> = new Set(['br', 'hr']);
const DEPTH_MAX = 40;

/** HTML that somebody wrote, built anew from a short list of plain elements: nothing of it is ever handed to the browser as markup. */
export const SafeHtml = ({ html }: { readonly html: string }) => {
  // The parser's document is inert: it runs and loads nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <div className="co-html">{[...body.childNodes].map((node, index) => built(node, index, 0))}</div>;
};

const built = (node: Node, index: number, depth: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element) || depth > DEPTH_MAX) return null;
  const name = node.localName;
  if (silent.has(name)) return null;
  const inner = empty.has(name) ? [] : [...node.childNodes].map((child, childIndex) => built(child, childIndex, depth + 1));
  if (name === 'img') return <SafePicture key={index} src={node.getAttribute('src')?.trim() ?? ''} alt={node.getAttribute('alt') ?? ''} />;
  if (name === 'input') return node.getAttribute('type') === 'checkbox' ? (node.hasAttribute('checked') ? '☑ ' : '☐ ') : null;
  if (!tags.has(name)) return createElement(Fragment, { key: index }, ...inner);
  return createElement(name, { key: index, ...(name === 'a' && linkOf(node)) }, ...inner);
};

/** Pictures kept here are shown; one of another site would tell that site who reads, so it is a link. */
const SafePicture = ({ src, alt }: { readonly src: string; readonly alt: string }) => {
  const source = pictureOf(src);
  if (!source) return <>{alt}</>;
  if (source.kind === 'embedded') return <img src={source.url} alt={alt} />;
  if (source.kind === 'stored') return <StoredPicture path={source.path} alt={alt} />;
  return (
    <a href={source.url} target="_blank" rel="noopener noreferrer">
      {`🖼 ${alt} (${source.host})`}
    </a>
  );
};

const StoredPicture = ({ path, alt }: { readonly path: string; readonly alt: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className="co-none">{alt}</span> : <img src={url} alt={alt} />;
};

/** A link leads to another tab, which learns nothing about this one; anything but a plain address is no link. */
const linkOf = (node: Element): Readonly<Record<string, string>> => {
  const href = node.getAttribute('href')?.trim() ?? '';
  return /^(https?:\/\/|mailto:|tel:)/i.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {};
};
