import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { BASE_PATH } from '#kit/resource/base-path.ts';

/** Removing a part may join its surroundings to something dangerous, so cleaning is repeated at most this often. */
const ROUNDS_MAX = 8;
const SAFE_LINK = /^(https?:|mailto:|tel:|#|[^:]*$|[^:]*[/?#])/i;
const SAFE_PICTURE = new RegExp(`^(https?://|data:image/(png|jpeg|webp|gif);base64,|${BASE_PATH}/sys/common/static/[\\w./-]+$)`, 'i');
/** Browsers ignore these characters in a URL scheme. */
// oxlint-disable-next-line no-control-regex -- control letters are what hides a scheme
const IGNORED = /[\u0000-\u0020\u007f-\u00a0]/gu;

interface NodePosition {
  readonly start: { readonly offset?: number | undefined };
  readonly end: { readonly offset?: number | undefined };
}
interface Tree {
  readonly type: string;
  readonly url?: string;
  readonly position?: NodePosition | undefined;
  readonly children?: readonly Tree[];
}

/** Markdown without HTML and without links to scripts; all other text stays unchanged. */
export const cleanMarkdown = (text: string): string => {
  let markdown = text.trim();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const cuts = cutsOf(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
    if (cuts.length === 0) return markdown;
    markdown = cutRanges(markdown, cuts).trim();
  }
  // After so many rounds the text is an attack, so all characters that could begin a tag or a link are removed.
  return markdown.replaceAll(/[<[\]]/g, ' ');
};

interface TextRange {
  readonly from: number;
  readonly to: number;
}

const cutsOf = (node: Tree): readonly TextRange[] => {
  const { start, end } = node.position ?? {};
  if (isBad(node) && start?.offset !== undefined && end?.offset !== undefined) return [{ from: start.offset, to: end.offset }];
  return (node.children ?? []).flatMap(cutsOf);
};

const isBad = ({ type, url }: Tree): boolean => {
  if (type === 'html') return true;
  const address = url?.replaceAll(IGNORED, '') ?? '';
  if (type === 'link' || type === 'definition') return !SAFE_LINK.test(address) || address.startsWith('//');
  return type === 'image' && (!SAFE_PICTURE.test(address) || address.includes('..'));
};

const cutRanges = (text: string, cuts: readonly TextRange[]): string =>
  cuts.toReversed().reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
