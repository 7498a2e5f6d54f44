import { say as sayIn } from '#kit/fields/words.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { formatSpan } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { exceptionConfLabels } from './exception-conf.labels.ts';
import { exceptionConf, exceptionConfApi } from './exception-conf.ts';
import { exceptionName } from './exception-names.ts';

/** What becomes of each kind and code of exception. */
export const ExceptionConfList = () => (
  <ListPage of={exceptionConf} api={exceptionConfApi} labels={exceptionConfLabels} columns={columns} filters={filters} form={form} render={draw} />
);

const columns = [
  ...(['exceptionType', 'exceptionCode', 'exceptionConfDesc', 'exceptionLevel', 'exceptionConfStat', 'isWarning', 'onDelay', 'offDelay'] as const),
  ...(['flapLimit', 'isOutage', 'tenantId', 'updateBy', 'updateTime'] as const),
];
const filters = ['exceptionType', 'exceptionCode', 'exceptionConfDesc', 'exceptionLevel', 'exceptionConfStat', 'isWarning', 'tenantId'] as const;
const form = [
  'exceptionType',
  'exceptionCode',
  'exceptionConfDesc',
  'exceptionLevel',
  'exceptionConfStat',
  'isWarning',
  'onDelay',
  'offDelay',
  'flapLimit',
  'isOutage',
  'instruction',
] as const;
/** The platform's description in the viewer's language, until somebody has written another. */
const Description = ({ row }: { readonly row: RowOf<typeof exceptionConf.fields> }) => {
  const say = useSay();
  const name = exceptionName(row.exceptionType, row.exceptionCode);
  return <>{row.tenantId === null && row.exceptionConfDesc === sayIn(name, 'zh_CN') ? say(name) : row.exceptionConfDesc}</>;
};
const draw = {
  exceptionConfDesc: (_value: string, row: RowOf<typeof exceptionConf.fields>) => <Description row={row} />,
  onDelay: (value: number) => formatSpan(value),
  offDelay: (value: number) => formatSpan(value),
};
