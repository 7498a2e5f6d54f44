import sanitizeHtml from 'sanitize-html';
import { BASE_PATH } from '#kit/resource/base-path.ts';

const tags = 'p br b strong i em u s ul ol li h1 h2 h3 h4 blockquote pre code hr a span div table thead tbody tr th td img'.split(' ');
/** A picture kept here, one that is its own address, or one elsewhere, which readers are shown as a link. */
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

/** HTML with nothing in it that runs, loads or leaves. The reader's browser builds it from the same short list once more. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, options).trim();

/** A line of plain text: no markup at all. */
export const plainLine = (text: string): string =>
  sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} }).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim();
