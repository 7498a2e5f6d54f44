import { Flex, Skeleton } from 'antd';
import type { Words } from '#kit/fields/words.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { LoadErrorLine } from '../load-error.tsx';
import { MoneyCell, NumberCell } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { useCall } from '../calls/query.tsx';
import { TOTALS_CAP } from '#kit/resource/totals.ts';
import type { Totals } from '#kit/resource/totals.ts';

/** One sum of the row: its label, and the unit if it is no amount of money. */
export interface SumColumn<S> {
  readonly name: keyof S & string;
  readonly words: Words;
  readonly unit?: string;
}

interface TotalsRowProps<S> {
  readonly endpoint: Endpoint<{}, Totals<S>, Totals<S>>;
  /** The filters of the list, without order and page. */
  readonly filters: Readonly<Record<string, string>>;
  readonly sums: readonly SumColumn<S>[];
}

const totalsWords = {
  rows: ['共 {n} 条', '共 {n} 筆', '{n} {n|row|rows}'],
  capped: [
    '超过 {n} 条记录，请缩小范围后查看合计',
    '超過 {n} 筆記錄，請縮小範圍後查看合計',
    'More than {n} rows; narrow the filter to see their sums',
  ],
} as const satisfies Readonly<Record<string, Words>>;

/** The sums of the rows that match a list's filters, one line for each currency. */
export const TotalsRow = <S extends Readonly<Record<keyof S, string>>>({ endpoint, filters: filterParams, sums }: TotalsRowProps<S>) => {
  const say = useSay();
  const { column: _column, order: _order, ...filters } = filterParams;
  const { data, error, refetch } = useCall(endpoint, filters, { keep: true });
  if (error)
    return (
      <section className="co-card co-hint">
        <LoadErrorLine because={error.message} retry={refetch} />
      </section>
    );
  return (
    <section className="co-card">
      <Flex vertical gap={4} style={{ padding: '9px 14px' }}>
        {data === undefined && <Skeleton.Input active size="small" />}
        {data?.totalsCapped === true && <span className="co-hint">{say(totalsWords.capped, { n: TOTALS_CAP })}</span>}
        {data?.byCurrency.map((line) => (
          <Flex key={line.currency} wrap gap="2px 22px" align="baseline">
            <span className="co-hint">{say(totalsWords.rows, { n: line.rowCount })}</span>
            {sums.map(({ name, words, unit }) => (
              <span key={name}>
                <span className="co-hint">{say(words)}</span>{' '}
                <strong>
                  {unit === undefined ? <MoneyCell value={line[name]} currency={line.currency} /> : <NumberCell value={line[name]} unit={unit} />}
                </strong>
              </span>
            ))}
          </Flex>
        ))}
        {data?.totalsCapped === false && data.byCurrency.length === 0 && <span className="co-hint">{say(totalsWords.rows, { n: 0 })}</span>}
      </Flex>
    </section>
  );
};
