import { Button } from 'antd';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { fromHex } from '#engines/protocol/codec/bytes.ts';
import { renderRecord } from '#engines/protocol/native/records/render.ts';
import { renderBody, renderFrame } from '#engines/protocol/native/render.ts';
import type { RenderedField, RenderedFrame } from '#engines/protocol/native/render.ts';
import { copyText } from '#kit/web/copy-text.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { meaningOf } from './frame-codes.rules.ts';
import { frameFields } from './frame-fields.labels.ts';
import { logWords } from './message-log.ts';
import type { MessageRow } from './message-log.ts';
import '../device.css';

/** One frame: its bytes and the meaning of each. Secret bytes were masked before the frame was stored. */
export const FrameView = ({ row }: { readonly row: MessageRow }) =>
  row.protocol === 'native' ? <NativeFrame row={row} /> : <JsonText raw={row.raw} />;

interface BodyViewProps {
  /** Of the native protocol. */
  readonly type: string;
  /** Hex (native) or JSON text (OCPP). */
  readonly raw: string;
}

/** A message body that was stored without its frame: in hex, or as JSON text. */
export const BodyView = ({ type, raw }: BodyViewProps) => (HEX.test(raw) ? <NativeBody type={type} raw={raw} /> : <JsonBody raw={raw} />);

/** The order record of a v1.0 pile is explained; any other JSON is shown as it is. */
const JsonBody = ({ raw }: { readonly raw: string }) => {
  const fields = useMemo(() => v10OrderFields(raw), [raw]);
  const [highlighted, setHighlighted] = useState<string>();
  return (
    <>
      <JsonText raw={raw} />
      {fields.length > 0 && <Fields part="body" fields={fields} highlighted={highlighted} onHighlight={setHighlighted} />}
    </>
  );
};

const v10OrderFields = (raw: string): readonly RenderedField[] => {
  const { fields, problem } = renderRecord(V10_ORDER, new TextEncoder().encode(raw));
  return problem === null ? fields : [];
};
const V10_ORDER = '9004';

const HEX = /^(?:[\da-f]{2})+$/iu;

const NativeBody = ({ type, raw }: BodyViewProps) => {
  const say = useSay();
  const fields = useMemo(() => renderBody(type, fromHex(raw)), [type, raw]);
  const [highlighted, setHighlighted] = useState<string>();
  return (
    <div className="dv-frame">
      <Copy text={raw} />
      <Part title={say(logWords.body)}>
        <Dump part="body" fields={fields} highlighted={highlighted} onHighlight={setHighlighted} />
        <Fields part="body" fields={fields} highlighted={highlighted} onHighlight={setHighlighted} />
      </Part>
    </div>
  );
};

const JsonText = ({ raw }: { readonly raw: string }) => {
  const text = useMemo(() => prettyJson(raw), [raw]);
  return (
    <div className="dv-frame">
      <Copy text={raw} />
      <pre className="co-json dv-json">{text}</pre>
    </div>
  );
};

/** Text that is not JSON is shown unchanged. */
const prettyJson = (raw: string): string => {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
};

const NativeFrame = ({ row }: { readonly row: MessageRow }) => {
  const say = useSay();
  const frame = useMemo(() => readFrame(row), [row]);
  const [highlighted, setHighlighted] = useState<string>();
  return (
    <div className="dv-frame">
      <Copy text={row.raw} />
      <Part title={say(logWords.header)}>
        <Dump part="header" fields={frame.header} highlighted={highlighted} onHighlight={setHighlighted} />
        <Fields part="header" fields={frame.header} highlighted={highlighted} onHighlight={setHighlighted} />
      </Part>
      {frame.problem !== null && <p className="dv-problem">{problemOf(frame, say)}</p>}
      {frame.body.length > 0 && (
        <Part title={say(logWords.body)} note={row.plainBody === null ? undefined : say(logWords.decrypted)}>
          {frame.text === undefined && <Dump part="body" fields={frame.body} highlighted={highlighted} onHighlight={setHighlighted} />}
          <Fields part="body" fields={frame.body} highlighted={highlighted} onHighlight={setHighlighted} />
        </Part>
      )}
      {frame.text !== undefined && (
        <Part title={say(logWords.json)}>
          <pre className="co-json dv-json">{prettyJson(frame.text)}</pre>
        </Part>
      )}
      {row.plainBody !== null && (
        <Part title={say(logWords.frame)}>
          <p className="dv-dump">{bytesOf(row.raw)}</p>
        </Part>
      )}
    </div>
  );
};

const readFrame = (row: MessageRow): RenderedFrame => {
  try {
    return renderFrame(row.raw, row.plainBody);
  } catch {
    return { name: row.msgType, header: [], body: [], problem: 'not hex' };
  }
};

const problemOf = (frame: RenderedFrame, say: ReturnType<typeof useSay>): string => {
  const problem = frame.problem ?? '';
  if (problem === 'encrypted') return say(logWords.encrypted);
  if (problem === 'unknown type') return say(logWords.unknownType);
  return say(frame.text === undefined ? logWords.tooShort : logWords.notReadable, { problem });
};

const Copy = ({ text }: { readonly text: string }) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const copy = async () => {
    if (await copyText(text)) showSuccess(words.copied);
  };
  return (
    <Button size="small" className="dv-copy" icon={<CopyOutlined />} onClick={() => void copy()}>
      {say(logWords.copyRaw)}
    </Button>
  );
};

const Part = ({ title, note, children }: { readonly title: string; readonly note?: string | undefined; readonly children: ReactNode }) => (
  <section>
    <h4>
      {title} {note !== undefined && <small className="co-hint">{note}</small>}
    </h4>
    {children}
  </section>
);

interface PartProps {
  readonly part: string;
  readonly fields: readonly RenderedField[];
  /** The highlighted field, both in the bytes and in the list of fields. */
  readonly highlighted: string | undefined;
  readonly onHighlight: (field: string | undefined) => void;
}

const bytesOf = (hex: string): string => hex.replace(/../g, '$& ').trim();

const Dump = ({ part, fields, highlighted, onHighlight }: PartProps) => (
  <p className="dv-dump" onPointerLeave={() => onHighlight(undefined)}>
    {fields.map(({ name, hex }) => (
      <span
        key={name}
        className={highlighted === `${part} ${name}` ? 'dv-bytes dv-pointed' : 'dv-bytes'}
        onPointerEnter={() => onHighlight(`${part} ${name}`)}
      >
        {bytesOf(hex)}{' '}
      </span>
    ))}
  </p>
);

const Fields = ({ part, fields, highlighted, onHighlight }: PartProps) => {
  const say = useSay();
  return (
    <dl className="dv-fields" onPointerLeave={() => onHighlight(undefined)}>
      {fields.map((field) => (
        <div
          key={field.name}
          className={highlighted === `${part} ${field.name}` ? 'dv-pointed' : ''}
          onPointerEnter={() => onHighlight(`${part} ${field.name}`)}
        >
          <dt title={field.name}>
            {field.entry !== undefined && <small className="co-hint">{field.entry} · </small>}
            {wordsOf(field, say)}
          </dt>
          <dd>{field.hidden ? <em>{say(logWords.hidden)}</em> : <Value field={field} />}</dd>
        </div>
      ))}
    </dl>
  );
};

const wordsOf = ({ name, word = name }: RenderedField, say: ReturnType<typeof useSay>): string => say(frameFields[word] ?? [word, word, word]);

const Value = ({ field }: { readonly field: RenderedField }) => {
  const say = useSay();
  const { value, unit } = field;
  return (
    <>
      <span className="co-num">{meaningOf(field, say) || '—'}</span>
      {unit !== '' && unit !== 'money' && unit !== 's UTC' && value !== '' && <span className="co-unit">{unit}</span>}
    </>
  );
};
