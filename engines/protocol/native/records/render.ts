import { DecodeError, toHex } from '../../codec/bytes.ts';
import type { RenderedField } from '../render.ts';
import { wordIn } from './by-word.ts';
import { parseJson, type JsonNode } from './json.ts';
import type { RecordFields, RecordKind } from './kind.ts';
import { command, commandReply } from './messages/9010-command.ts';
import { recordMessageOf } from './messages.ts';

/** The fields of a body in the order in which they were sent, and what is wrong with it. */
export const renderRecord = (type: string, body: Uint8Array): { readonly fields: readonly RenderedField[]; readonly problem: string | null } => {
  const root = parsed(body);
  if (typeof root === 'string') return { fields: [], problem: root };
  const fields = fieldsOf(type, root);
  return { fields: root.kind === 'object' && fields ? rendered(fields, root, { body, path: '' }) : [], problem: readProblem(type, root) };
};

/** A body as hex, with the bytes of secret texts as `xx`. A body that cannot be read hides everything where its type has secrets. */
export const redactedRecord = (type: string, body: Uint8Array): string => {
  if (!hasSecrets(type)) return toHex(body);
  const root = parsed(body);
  const fields = typeof root === 'string' ? undefined : fieldsOf(type, root);
  if (typeof root === 'string' || !fields) return HIDDEN_BYTE.repeat(body.length);
  let text = '';
  let at = 0;
  for (const { from, to } of secretsIn(fields, root)) {
    text += toHex(body.subarray(at, from)) + HIDDEN_BYTE.repeat(to - from);
    at = to;
  }
  return text + toHex(body.subarray(at));
};

/** The fields marked for a list row, after the name of the message. */
export const recordSummary = (type: string, body: Uint8Array): string => {
  const message = recordMessageOf(type);
  if (!message) return 'unknown message';
  const root = parsed(body);
  return typeof root === 'string' || readProblem(type, root) !== null ? `${message.name}, unreadable` : summaryOf(type, root);
};

/** The same for a body that was parsed and could be read. */
export const summaryOf = (type: string, root: JsonNode): string =>
  [recordMessageOf(type)?.name ?? type, ...briefs(fieldsOf(type, root) ?? {}, root)].join(', ');

const HIDDEN_BYTE = 'xx';

const parsed = (body: Uint8Array): JsonNode | string => {
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
};

const readProblem = (type: string, root: JsonNode): string | null => {
  try {
    recordMessageOf(type)?.body.read(root);
    return null;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
};

/** The fields of a type; those of a command depend on its word. */
const fieldsOf = (type: string, root: JsonNode): RecordFields | undefined => {
  if (type === '9010') return command.body.fieldsOf(wordIn(root));
  if (type === '9110') return commandReply.body.fieldsOf(wordIn(root));
  return recordMessageOf(type)?.body.fields;
};

const hasSecrets = (type: string): boolean =>
  type === '9010' || type === '9110' || Object.values(recordMessageOf(type)?.body.fields ?? {}).some(({ secret }) => secret);

interface MemberPlace {
  readonly body: Uint8Array;
  readonly path: string;
  /** The entry of a list, counted from 1. */
  readonly entry?: number;
}

const rendered = (fields: RecordFields, node: JsonNode, place: MemberPlace): readonly RenderedField[] =>
  node.kind !== 'object'
    ? []
    : [...node.members].flatMap(([word, value]) => {
        const kind = fields[word];
        const path = place.path + word;
        if (kind?.fields && !kind.secret && value.kind === 'object') return rendered(kind.fields, value, { ...place, path: `${path}.` });
        if (kind?.fields && !kind.secret && value.kind === 'array')
          return value.items.flatMap((item, index) =>
            rendered(kind.fields ?? {}, item, { body: place.body, path: `${path}[${index}].`, entry: index + 1 }),
          );
        return [renderedValue(kind, value, { word, place })];
      });

const renderedValue = (
  kind: RecordKind<unknown> | undefined,
  node: JsonNode,
  at: { readonly word: string; readonly place: MemberPlace },
): RenderedField => {
  const { word, place } = at;
  const hidden = kind?.secret ?? false;
  return {
    name: place.path + word,
    word,
    ...(place.entry !== undefined && { entry: place.entry }),
    offset: node.from,
    hex: hidden ? HIDDEN_BYTE.repeat(node.to - node.from) : toHex(place.body.subarray(node.from, node.to)),
    value: hidden ? '' : valueText(kind, node, place.body),
    unit: kind?.unit ?? '',
    codes: kind?.codes?.id ?? null,
    hidden,
  };
};

/** A value that cannot be read is shown as it was sent. */
const valueText = (kind: RecordKind<unknown> | undefined, node: JsonNode, body: Uint8Array): string => {
  const sent = (): string => (node.kind === 'text' ? node.text : new TextDecoder().decode(body.subarray(node.from, node.to)));
  if (!kind || (node.kind === 'literal' && node.value === null)) return sent();
  try {
    return kind.text(kind.read(node));
  } catch (error) {
    if (error instanceof DecodeError) return sent();
    throw error;
  }
};

const briefs = (fields: RecordFields, node: JsonNode): readonly string[] =>
  node.kind !== 'object'
    ? []
    : Object.entries(fields).flatMap(([name, kind]) => {
        const value = node.members.get(name);
        if (!value || kind.secret) return [];
        const { fields: inner } = kind;
        if (inner) return value.kind === 'array' ? value.items.flatMap((item) => briefs(inner, item)) : briefs(inner, value);
        const text = kind.brief ? kind.text(kind.read(value)) : '';
        return text === '' ? [] : [`${name} ${text}${kind.unit !== undefined && kind.unit !== 'money' ? ` ${kind.unit}` : ''}`];
      });

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the secret values are, in the order of the bytes. */
const secretsIn = (fields: RecordFields, node: JsonNode): readonly Span[] =>
  node.kind !== 'object'
    ? []
    : [...node.members].flatMap(([name, value]) => {
        const kind = fields[name];
        if (kind?.secret) return leaves(value);
        if (!kind?.fields) return [];
        return value.kind === 'array' ? value.items.flatMap((item) => secretsIn(kind.fields ?? {}, item)) : secretsIn(kind.fields, value);
      });

/** The bytes of all values in a secret; the quotes of a text stay, so that the rest of the body can still be read. */
const leaves = (node: JsonNode): readonly Span[] => {
  switch (node.kind) {
    case 'object':
      return [...node.members.values()].flatMap(leaves);
    case 'array':
      return node.items.flatMap(leaves);
    case 'text':
      return [{ from: node.from + 1, to: node.to - 1 }];
    default:
      return [{ from: node.from, to: node.to }];
  }
};
