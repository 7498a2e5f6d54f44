import { useMemo } from 'react';
import { valuesOf } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { yesNo } from '#domains/system/resources.ts';
import { RulesOf } from '../point-rule/point-rule.web.tsx';
import { pointProgramLabels, pointProgramWords } from './point-program.labels.ts';
import { pointProgram, pointProgramApi } from './point-program.ts';
import '../marketing.css';

type Row = RowOf<typeof pointProgram.fields>;

const states = valuesOf(yesNo);

/** What points are worth and how they are spent, of the tenant and of its agents; the rules of each are in its detail. */
export const PointProgramList = () => {
  const { send } = useSend(pointProgramApi.toggleFeature, { changes: [pointProgram] });
  const actions = useMemo(
    () => [
      'detail' as const,
      {
        key: 'switchOn',
        label: pointProgramWords.switchOn,
        allow: pointProgramApi.toggleFeature.allow,
        when: ({ feature }: Row) => feature === states.no,
        run: async ({ pointProgramId }: Row): Promise<void> => void (await send({ id: pointProgramId, enable: states.yes })),
      },
      {
        key: 'switchOff',
        label: pointProgramWords.switchOff,
        allow: pointProgramApi.toggleFeature.allow,
        danger: true,
        when: ({ feature }: Row) => feature === states.yes,
        run: async ({ pointProgramId }: Row): Promise<void> => void (await send({ id: pointProgramId, enable: states.no })),
      },
      'edit' as const,
    ],
    [send],
  );
  return (
    <ListPage
      of={pointProgram}
      api={pointProgramApi}
      labels={pointProgramLabels}
      columns={columns}
      filters={filters}
      form={form}
      initial={initial}
      render={draw}
      detail={detail}
      rowActions={actions}
    />
  );
};

const detail = ({ pointProgramId }: Row) => (
  <div className="mk-inner">
    <RulesOf pointProgramId={pointProgramId} />
  </div>
);

const columns = [
  ...([
    'programName',
    'feature',
    'pointAmount',
    'stepPoints',
    'leastPoints',
    'maxShare',
    'lifeMode',
    'lifeCount',
    'dayMaxPoints',
    'lockDays',
  ] as const),
  ...(['agentId', 'tenantId', 'createTime'] as const),
];
const filters = ['programName', 'feature', 'agentId', 'tenantId'] as const;
const form = [
  ...([
    'tenantId',
    'agentId',
    'programName',
    'pointAmount',
    'stepPoints',
    'leastPoints',
    'maxShare',
    'lifeMode',
    'lifeCount',
    'dayMaxPoints',
    'lockDays',
  ] as const),
  'remark' as const,
];
const initial = { pointAmount: '0.01', stepPoints: 100, leastPoints: 0, maxShare: 20, lifeMode: 1 as const, lifeCount: 12 };
const draw = { pointAmount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} /> };
