import sanitizeHtml from 'sanitize-html';
import { BASE_PATH } from '#kit/resource/base-path.ts';

const tags = 'p br b strong i em u s ul ol li h1 h2 h3 h4 blockquote pre code hr a span div table thead tbody tr th td img'.split(' ');
/** A stored picture, embedded data, or a foreign picture, which is shown to readers as a link. */
const picture = new RegExp(`^(${BASE_PATH}/sys/common/static/[\\w./-]+|data:image/(png|jpeg|webp|gif);base64,[a-z0-9+/=]+|https?://.+)$`, 'i');

const options: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: { a: ['href'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'], ol: ['start'], img: ['src', 'alt', 'title'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http', 'data'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && (!picture.test(attribs['src'] ?? '') || (attribs['src'] ?? '').includes('..')),
};

/** HTML without scripts, external resources and forms. The reader's browser builds it again from the same list of elements. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, options).trim();

/** A line of plain text, without any markup. */
export const plainLine = (text: string): string =>
  sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} }).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim();
