import { useMemo, useState } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { SampleDialog } from './sample-dialog.web.tsx';
import { warningConfLabels, warningConfWords } from './warning-conf.labels.ts';
import { warningConf, warningConfApi } from './warning-conf.ts';

const TemplateInput = lazyComponent(() => import('./template-input.web.tsx').then((input) => input.TemplateInput));
const inputs = { warningMsgTempl: TemplateInput };

type Row = RowOf<typeof warningConf.fields>;

/** The texts of warnings. */
export const WarningConfList = () => {
  const [sample, setSample] = useState<Row>();
  const warningLang = useLanguage();
  const initial = useMemo(() => ({ warningLang, warningCount: 1 }), [warningLang]);
  const actions = useMemo(
    () => [
      'edit' as const,
      {
        key: 'sendSample',
        label: warningConfLabels.actions?.['sendSample'] ?? warningConfWords.preview,
        allow: warningConfApi.sendSample.allow,
        run: setSample,
      },
      'changeState' as const,
      'delete' as const,
    ],
    [],
  );
  return (
    <>
      <ListPage
        of={warningConf}
        api={warningConfApi}
        labels={warningConfLabels}
        columns={columns}
        filters={filters}
        form={form}
        inputs={inputs}
        initial={initial}
        render={draw}
        rowActions={actions}
      />
      {sample && <SampleDialog conf={sample} onClose={() => setSample(undefined)} />}
    </>
  );
};

const EveryException = () => <span className="co-hint">{useSay()(warningConfWords.everyException)}</span>;

const draw = {
  exceptionConfId: (value: string | null, row: Row) => (value === null ? <EveryException /> : <>{row['exceptionConfId_dictText'] ?? value}</>),
};

const columns = [
  ...([
    'warningConfName',
    'exceptionConfId',
    'warningLang',
    'warningMsgTempl',
    'warningLevel',
    'warningCount',
    'warningConfStat',
    'tenantId',
  ] as const),
  ...(['updateBy', 'updateTime'] as const),
];
const filters = ['warningConfName', 'exceptionConfId', 'warningLang', 'warningLevel', 'warningConfStat', 'tenantId'] as const;
const form = ['warningConfName', 'exceptionConfId', 'warningLang', 'warningLevel', 'warningCount', 'warningMsgTempl'] as const;
