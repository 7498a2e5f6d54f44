import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { copyText } from '#kit/web/copy-text.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { PageShell } from '#kit/web/page/page-shell.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { words } from '#kit/web/words.ts';
import { accessRight } from '../access-config/access-config.codes.ts';
import { openApiWords } from '../open-api/open-api.labels.ts';
import { openCalls } from '../open-api/open-api.rules.ts';
import { openHeaders, openPath } from '../open-api/open-path.ts';
import { openRefusals } from '../open-api/open-refusals.labels.ts';
import { exampleFiles } from './examples.ts';
import type { ExampleFile } from './examples.ts';
import { guideWords } from './guide.labels.ts';
import './guide.css';

/** How a partner's program calls the open API, with examples that run. */
export const Guide = () => {
  const say = useSay();
  return (
    <PageShell description={say(guideWords.description)}>
      <Section title={guideWords.base}>
        <code>{`${location.origin}${BASE_PATH}${openPath}`}</code>
      </Section>
      <Section title={guideWords.authorization}>
        <Rows
          heads={[guideWords.header, guideWords.meaning]}
          rows={headers.map(([name, meaning]) => [<code key="name">{name}</code>, say(meaning)])}
        />
      </Section>
      <Section title={guideWords.encryption} text={guideWords.encryptionText} />
      <Section title={guideWords.calls} text={guideWords.units}>
        <p>{say(guideWords.strategies)}</p>
        <CallTable />
      </Section>
      <Section title={guideWords.webhooks} text={guideWords.webhooksText} />
      <Section title={guideWords.examples} text={guideWords.examplesText}>
        {exampleFiles.map((file) => (
          <Example key={file.name} file={file} />
        ))}
      </Section>
      <Section title={guideWords.problems} text={guideWords.problemsText}>
        <Rows
          heads={[guideWords.code, guideWords.meaning]}
          rows={Object.entries(openRefusals).map(([code, meaning]) => [<code key="code">{code}</code>, say(meaning)])}
        />
      </Section>
    </PageShell>
  );
};

const headers: readonly (readonly [name: string, meaning: Words])[] = [
  ['Authorization', guideWords.bearer],
  [openHeaders.authId, guideWords.authId],
  [openHeaders.timestamp, guideWords.timestamp],
  [openHeaders.nonce, guideWords.nonce],
  [openHeaders.signature, guideWords.signature],
];

interface SectionProps {
  readonly title: Words;
  readonly text?: Words;
  readonly children?: ReactNode;
}

const Section = ({ title, text, children }: SectionProps) => {
  const say = useSay();
  return (
    <section className="co-card pg-section" aria-label={say(title)}>
      <h2>{say(title)}</h2>
      {text && <p>{say(text)}</p>}
      {children}
    </section>
  );
};

interface RowsProps {
  readonly heads: readonly Words[];
  readonly rows: readonly (readonly ReactNode[])[];
}

const Rows = ({ heads, rows }: RowsProps) => {
  const say = useSay();
  return (
    <Table
      size="small"
      pagination={false}
      columns={heads.map((head, index) => ({ key: index, title: say(head), dataIndex: index }))}
      dataSource={rows.map((row, key) => ({ key, ...row }))}
    />
  );
};

/** A phone is too narrow for four columns, so what is less asked for stands below the meaning. */
const CallTable = () => {
  const say = useSay();
  const isPhone = useIsPhone();
  const calls = openCalls.map(({ name, method, path, right, inputs }) => ({
    call: <code className="pg-call">{`${method} ${path.slice(openPath.length)}`}</code>,
    meaning: say(openApiWords[name]),
    right: say(itemOf(accessRight, right)?.words ?? guideWords.right),
    input: inputs.join(', '),
  }));
  if (!isPhone)
    return (
      <Rows
        heads={[guideWords.call, guideWords.meaning, guideWords.right, guideWords.input]}
        rows={calls.map(({ call, meaning, right, input }) => [call, meaning, right, input])}
      />
    );
  return (
    <Rows
      heads={[guideWords.call, guideWords.meaning]}
      rows={calls.map(({ call, meaning, right, input }) => [
        call,
        <span key="meaning">
          {meaning}
          <span className="pg-more">{[right, input].filter(Boolean).join(' · ')}</span>
        </span>,
      ])}
    />
  );
};

const Example = ({ file: { name, text } }: { readonly file: ExampleFile }) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const copy = async (): Promise<void> => {
    if (await copyText(text)) showSuccess(words.copied);
  };
  return (
    <section className="pg-code" aria-label={name}>
      <h3>
        {name}
        <Button size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
          {say(words.copy)}
        </Button>
      </h3>
      <pre>{text}</pre>
    </section>
  );
};
