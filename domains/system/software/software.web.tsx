import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { PageShell } from '#kit/web/page/page-shell.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { softwareWords as words } from './software.labels.ts';
import { readSoftware, matchingSoftware } from './software.rules.ts';
import type { SoftwareFilter, Software } from './software.rules.ts';
import './software.css';

/** The build writes this file beside the pages. */
const LIST_URL = './software.json';
const parts = ['all', 'browser', 'server'] as const;

/** The software of which this product consists, as installed. */
export const SoftwarePage = () => {
  const say = useSay();
  const [keyword, setKeyword] = useState('');
  const [part, setPart] = useState<SoftwareFilter>('all');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [LIST_URL],
    queryFn: async () => readSoftware(await (await fetch(LIST_URL)).json()),
    staleTime: Infinity,
  });
  const matching = matchingSoftware(data?.packages ?? [], { keyword, part });
  return (
    <PageShell
      description={say(words.description)}
      extra={data && <span className="co-hint">{say(words.count, { n: matching.length })}</span>}
      search={{ value: keyword, onChange: setKeyword, placeholder: say(words.search) }}
      tabs={{
        items: parts.map((key) => ({ key, label: say(words[key]) })),
        active: part,
        onChange: (key) => setPart(parts.find((option) => option === key) ?? 'all'),
      }}
    >
      <section className="co-card">
        {isPending && <Skeleton active className="sw-wait" />}
        {error && <LoadError because={error.message} retry={refetch} />}
        {data && <List rows={matching} texts={data.texts} />}
      </section>
    </PageShell>
  );
};

const List = ({ rows, texts }: { readonly rows: readonly Software[]; readonly texts: readonly string[] }) => {
  const say = useSay();
  return (
    <Table<Software>
      size="small"
      rowKey={({ part, name }) => `${part} ${name}`}
      dataSource={[...rows]}
      pagination={false}
      scroll={{ x: 720 }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(kitWords.emptyFiltered)} /> }}
      expandable={{
        rowExpandable: ({ text }) => text !== null,
        expandedRowRender: ({ text }) => licenceOf(texts, text),
      }}
      columns={[
        { key: 'name', title: say(words.name), width: 240, render: (_value, row) => <Name row={row} /> },
        { key: 'version', title: say(words.version), dataIndex: 'version', width: 100 },
        { key: 'licence', title: say(words.licence), dataIndex: 'licence', width: 130 },
        { key: 'copyright', title: say(words.copyright), dataIndex: 'copyright' },
      ]}
    />
  );
};

const licenceOf = (texts: readonly string[], index: number | null) => <pre className="sw-text">{index === null ? '' : texts[index]}</pre>;

const Name = ({ row: { name, homepage } }: { readonly row: Software }) =>
  homepage === '' ? (
    name
  ) : (
    <a href={homepage} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
