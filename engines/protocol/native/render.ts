import { DecodeError, fromHex, Reader, toHex } from '../codec/bytes.ts';
import type { Kind } from '../codec/kind.ts';
import { flag, header, version } from './frame.ts';
import { CRC_BYTES, HEADER_BYTES } from './limits.ts';
import type { Message } from './messages/message.ts';
import { messageOf } from './messages.ts';
import { recordMessageOf } from './records/messages.ts';
import { redactedRecord, renderRecord } from './records/render.ts';

/** One field of a frame, as text for people. */
export interface RenderedField {
  /** Unique within the body. */
  readonly name: string;
  /** v1.0: the name without the names of the objects around it. */
  readonly word?: string;
  /** v1.0: the entry of a list, counted from 1. */
  readonly entry?: number;
  /** Offset from the beginning of the header or of the body. */
  readonly offset: number;
  readonly hex: string;
  /** In the unit of the field; codes as `name (n)`. Empty for a hidden field. */
  readonly value: string;
  readonly unit: string;
  /** Id of the code table, for texts in the viewer's language. */
  readonly codes: string | null;
  readonly hidden: boolean;
}

export interface RenderedFrame {
  readonly name: string;
  readonly header: readonly RenderedField[];
  readonly body: readonly RenderedField[];
  /** v1.0: the body as text, hidden bytes as `*`. */
  readonly text?: string;
  /** Set when the body cannot be decoded or ends too early. */
  readonly problem: string | null;
}

/** Two characters for each hidden byte. */
const HIDDEN_BYTE = 'xx';
/** What a hidden byte of a JSON body becomes: a digit where the body is read, because it may be one of a hex text, and a star where it is shown. */
const HIDDEN_DIGIT = '30';
const HIDDEN_STAR = '2A';

/**
 * Explains a frame of the communication log.
 *
 * @param raw hex of the frame, hidden bytes as `xx`
 * @param plainBody hex of the decrypted body, for an encrypted frame; null otherwise
 */
export const renderFrame = (raw: string, plainBody: string | null): RenderedFrame => {
  const bytes = fromHex(raw.replaceAll(HIDDEN_BYTE, '00'));
  if (bytes.length < HEADER_BYTES + CRC_BYTES) return { name: 'not a frame', header: [], body: [], problem: 'shorter than a header' };
  const head = header.decode(bytes);
  const isRecord = head.version === version.records;
  const name = (isRecord ? recordMessageOf(head.type) : messageOf(head.type))?.name ?? `unknown (${head.type})`;
  const rows = renderFields(header.fields, bytes.subarray(0, HEADER_BYTES));
  if (head.flags & flag.encrypted && plainBody === null) return { name, header: rows, body: [], problem: 'encrypted' };
  const bodyHex = plainBody ?? raw.slice(HEADER_BYTES * 2, -CRC_BYTES * 2);
  if (isRecord) return { name, header: rows, ...renderedRecord(head.type, bodyHex) };
  const body = fromHex(bodyHex.replaceAll(HIDDEN_BYTE, '00'));
  const message = messageOf(head.type);
  if (!message) return { name, header: rows, body: [], problem: 'unknown type' };
  const problem = body.length < message.body.minSize ? `${body.length} bytes, at least ${message.body.minSize} expected` : null;
  return { name, header: rows, body: renderFields(message.body.fields, body), problem };
};

const renderedRecord = (type: string, bodyHex: string): Pick<RenderedFrame, 'body' | 'text' | 'problem'> => {
  if (!recordMessageOf(type)) return { body: [], problem: 'unknown type' };
  const { fields, problem } = renderRecord(type, fromHex(bodyHex.replaceAll(HIDDEN_BYTE, HIDDEN_DIGIT)));
  return { body: fields, text: new TextDecoder().decode(fromHex(bodyHex.replaceAll(HIDDEN_BYTE, HIDDEN_STAR))), problem };
};

/** Explains a body, with as many fields as its bytes allow. */
export const renderBody = (type: string, body: Uint8Array): readonly RenderedField[] => {
  const message = messageOf(type);
  return message ? renderFields(message.body.fields, body) : [];
};

/** A frame as hex for the log, with the bytes of secret fields as `xx`. An encrypted frame keeps its ciphertext. */
export const redactedFrame = (bytes: Uint8Array, type: string, encrypted: boolean): string => {
  if (encrypted) return toHex(bytes);
  const end = bytes.length - CRC_BYTES;
  const body = bytes.subarray(HEADER_BYTES, end);
  const isRecord = header.decode(bytes).version === version.records;
  return toHex(bytes.subarray(0, HEADER_BYTES)) + (isRecord ? redactedRecord(type, body) : redactedBody(body, type)) + toHex(bytes.subarray(end));
};

/** An unencrypted body as hex, with the bytes of secret fields as `xx`. */
export const redactedBody = (body: Uint8Array, type: string): string => {
  const fields = messageOf(type)?.body.fields ?? {};
  if (!Object.values(fields).some((kind) => kind.secret)) return toHex(body);
  const fieldSpans = spans(fields, body);
  const text = fieldSpans.map(({ from, to, kind }) => (kind.secret ? HIDDEN_BYTE.repeat(to - from) : toHex(body.subarray(from, to)))).join('');
  const rest = body.subarray(fieldSpans.at(-1)?.to ?? 0);
  // In a body that was cut inside a secret field, everything from that field on is hidden.
  return text + (fieldSpans.length < Object.keys(fields).length ? HIDDEN_BYTE.repeat(rest.length) : toHex(rest));
};

/** The fields marked for a list row, for example `gunNumber 1, chargingOrderNo CP0001, chargingElec 14.2031 kWh`. */
export const summary = (type: string, row: Readonly<Record<string, unknown>>): string => {
  const message = messageOf(type);
  if (!message) return '';
  let text = message.name;
  for (const [name, kind] of briefFields(message)) {
    const value = kind.text(row[name]);
    if (value !== '') text += `, ${name} ${value}${kind.unit && kind.unit !== 'money' ? ` ${kind.unit}` : ''}`;
  }
  return text;
};

type FieldSpan = { readonly name: string; readonly kind: Kind<unknown>; readonly from: number; readonly to: number; readonly text: string };

/** The byte range of each field, as far as there are bytes. */
const spans = (fields: Readonly<Record<string, Kind<unknown>>>, bytes: Uint8Array): readonly FieldSpan[] => {
  const reader = new Reader(bytes);
  const fieldSpans: FieldSpan[] = [];
  for (const [name, kind] of Object.entries(fields)) {
    const from = reader.offset;
    const text = textAt(kind, reader);
    if (text === undefined) break;
    fieldSpans.push({ name, kind, from, to: reader.offset, text });
  }
  return fieldSpans;
};

const textAt = (kind: Kind<unknown>, reader: Reader): string | undefined => {
  try {
    return kind.text(kind.get(reader));
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
};

const renderFields = (fields: Readonly<Record<string, Kind<unknown>>>, bytes: Uint8Array): readonly RenderedField[] =>
  spans(fields, bytes).map(({ name, kind, from, to, text }) => ({
    name,
    offset: from,
    hex: kind.secret ? HIDDEN_BYTE.repeat(to - from) : toHex(bytes.subarray(from, to)),
    value: kind.secret ? '' : text,
    unit: kind.unit ?? '',
    codes: kind.codes?.id ?? null,
    hidden: kind.secret ?? false,
  }));

const briefs = new WeakMap<Message, readonly (readonly [string, Kind<unknown>])[]>();
const briefFields = (message: Message): readonly (readonly [string, Kind<unknown>])[] => {
  const known = briefs.get(message) ?? Object.entries(message.body.fields).filter(([, kind]) => kind.brief && !kind.secret);
  briefs.set(message, known);
  return known;
};
