import { text } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';

/** One entry of a dictionary as pickers and tables read it. */
export interface DictItem {
  readonly value: string;
  readonly text: string;
  /** The same as `text`: three names are in use on the wire. */
  readonly title: string;
  readonly label: string;
  /** A colour word of the tag; null for none. */
  readonly color: string | null;
}

/** Dictionary code to its items, in the language of the asker. */
export type AllDictItems = Readonly<Record<string, readonly DictItem[]>>;

export const dictApi = {
  getDictItems: endpoint({
    method: 'GET',
    path: '/sys/dict/getDictItems/:dictCode',
    allow: 'signedIn',
    input: { dictCode: text({ min: 1, max: 100 }) },
    output: opaque<readonly DictItem[]>(),
  }),
  queryAllDictItems: endpoint({ method: 'GET', path: '/sys/dict/queryAllDictItems', allow: 'signedIn', input: {}, output: opaque<AllDictItems>() }),
  refleshCache: endpoint({ method: 'GET', changes: true, path: '/sys/dict/refleshCache', allow: 'signedIn', input: {}, output: words() }),
};
