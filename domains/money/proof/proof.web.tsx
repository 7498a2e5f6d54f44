import type { ReactNode } from 'react';
import { Button, Skeleton, Table } from 'antd';
import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { formatScaled, parseScaled } from '#kit/fields/scaled.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { proofWords } from './proof.labels.ts';
import { proofApi } from './proof.ts';
import type { ClockProof, ProofAnswer, ProofLine, TrialLine } from './proof.ts';

/** The invariants of the ledger and the trial balance. A proof reads the whole ledger, so it runs only on request. */
export const Proof = () => {
  const say = useSay();
  const { data, error, isPending, isFetching, refetch } = useCall(proofApi.proof, {}, { staleMs: Number.POSITIVE_INFINITY });
  const runAgain = (
    <Button icon={<ReloadOutlined spin={isFetching} />} disabled={isFetching} onClick={() => void refetch()}>
      {say(proofWords.again)}
    </Button>
  );
  if (isPending)
    return (
      <section className="co-card co-table-skeleton">
        <Skeleton active paragraph={{ rows: 8 }} />
      </section>
    );
  if (error)
    return (
      <section className="co-card">
        <LoadError because={error.message} retry={refetch} />
      </section>
    );
  return (
    <div className="co-list">
      <section className="co-card">
        <Outcome answer={data}>{runAgain}</Outcome>
        <Lines lines={data.lines} />
      </section>
      {data.byClock && <ClockProofs {...data.byClock} />}
      <TrialBalances lines={data.trialBalance} />
    </div>
  );
};

const Outcome = ({ answer, children }: { readonly answer: ProofAnswer; readonly children: ReactNode }) => {
  const say = useSay();
  const time = formatInstant(answer.provedTime, viewerZone());
  return (
    <Notice
      tone={answer.isProven ? 'good' : 'bad'}
      title={say(answer.isProven ? proofWords.proven : proofWords.broken)}
      text={say(proofWords.at, { time, seconds: (answer.tookMs / 1_000).toFixed(2) })}
    >
      {children}
    </Notice>
  );
};

const Lines = ({ lines }: { readonly lines: readonly ProofLine[] }) => {
  const say = useSay();
  return (
    <Table<ProofLine>
      className="co-table"
      size="small"
      showHeader={false}
      pagination={false}
      rowKey="invariant"
      dataSource={[...lines]}
      columns={[
        { key: 'mark', width: 44, align: 'center', render: (_value, line) => <StatusIcon isBroken={line.broken > 0} /> },
        { key: 'invariant', width: 52, render: (_value, line) => <span className="co-num">{line.invariant}</span> },
        { key: 'says', render: (_value, line) => line.says },
        {
          key: 'count',
          align: 'right',
          className: 'co-right',
          render: (_value, line) => (
            <span className={line.broken > 0 ? 'co-code co-code-bad' : 'co-hint'}>
              {line.broken > 0
                ? say(proofWords.brokenCount, { n: line.broken, subject: line.subject ?? '' })
                : say(proofWords.checked, { n: line.checked })}
            </span>
          ),
        },
      ]}
    />
  );
};

const ClockProofs = ({ whole, check }: NonNullable<ProofAnswer['byClock']>) => {
  const say = useSay();
  const rows = [
    { key: 'whole', title: say(proofWords.whole), ran: whole },
    { key: 'check', title: say(proofWords.check), ran: check },
  ];
  return (
    <section className="co-card">
      <Table<(typeof rows)[number]>
        className="co-table"
        size="small"
        showHeader={false}
        pagination={false}
        title={() => say(proofWords.byClock)}
        dataSource={rows}
        columns={[
          { key: 'mark', width: 44, align: 'center', render: (_value, { ran }) => ran && <StatusIcon isBroken={!ran.isProven} /> },
          { key: 'title', width: 132, render: (_value, { title }) => title },
          {
            key: 'ran',
            render: (_value, { ran }) => (ran ? <ClockProofCell ran={ran} /> : <span className="co-hint">{say(proofWords.notYet)}</span>),
          },
        ]}
      />
    </section>
  );
};

const ClockProofCell = ({ ran: { provedTime, tookMs, checked, lines } }: { readonly ran: ClockProof }) => {
  const say = useSay();
  return (
    <>
      <span className="co-hint">
        {say(proofWords.ranAt, { time: formatInstant(provedTime, viewerZone()), n: checked, seconds: (tookMs / 1_000).toFixed(2) })}
      </span>
      {lines
        .filter(({ broken }) => broken > 0)
        .map(({ invariant, says, broken, subject }) => (
          <div key={invariant}>
            <span className="co-code co-code-bad">
              {says}: {say(proofWords.brokenCount, { n: broken, subject: subject ?? '' })}
            </span>
          </div>
        ))}
    </>
  );
};

const StatusIcon = ({ isBroken }: { readonly isBroken: boolean }) =>
  isBroken ? <CloseCircleFilled style={{ color: 'var(--co-bad)' }} /> : <CheckCircleFilled style={{ color: 'var(--co-good)' }} />;

/** Debits and credits of each currency, and their equal sums. */
const TrialBalances = ({ lines }: { readonly lines: readonly TrialLine[] }) => {
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  return currencies.map((currency) => <TrialBalance key={currency} currency={currency} lines={lines.filter((line) => line.currency === currency)} />);
};

const TrialBalance = ({ currency, lines }: { readonly currency: string; readonly lines: readonly TrialLine[] }) => {
  const say = useSay();
  const side = (column: TrialLine['side']) => ({
    key: column,
    title: say(proofWords[column]),
    align: 'right' as const,
    className: 'co-right',
    width: 200,
    render: (_value: unknown, line: TrialLine) => line.side === column && <MoneyCell value={line.money} currency={currency} />,
  });
  const sums = (
    <Table.Summary.Row>
      <Table.Summary.Cell index={0}>{say(proofWords.sum)}</Table.Summary.Cell>
      <SumRow index={1} lines={lines} column="debit" currency={currency} />
      <SumRow index={2} lines={lines} column="credit" currency={currency} />
    </Table.Summary.Row>
  );
  return (
    <section className="co-card">
      <Table<TrialLine>
        className="co-table"
        size="small"
        pagination={false}
        rowKey={(line) => `${line.group} ${line.side}`}
        title={() => `${say(proofWords.trial)} · ${currency}`}
        dataSource={[...lines]}
        columns={[{ key: 'group', title: say(proofWords.account), render: (_value, line) => line.groupText }, side('debit'), side('credit')]}
        summary={() => sums}
      />
    </section>
  );
};

interface SumProps {
  readonly index: number;
  readonly lines: readonly TrialLine[];
  readonly column: TrialLine['side'];
  readonly currency: string;
}

const SumRow = ({ index, lines, column, currency }: SumProps) => (
  <Table.Summary.Cell index={index} align="right" className="co-right">
    <strong>
      <MoneyCell value={sumOf(lines.filter(({ side }) => side === column))} currency={currency} />
    </strong>
  </Table.Summary.Cell>
);

/** Added as integers, so that no amount passes through a floating-point number. */
const sumOf = (lines: readonly TrialLine[]): string => {
  const cents = lines.reduce((sum, { money }) => {
    const parsed = parseScaled(money, 2);
    return typeof parsed === 'bigint' ? sum + parsed : sum;
  }, 0n);
  return formatScaled(cents, 2);
};
