import { useMemo } from 'react';
import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { weekday } from '#domains/system/resources.ts';
import { StationsInput } from '../activity/places-input.web.tsx';
import { earnBasis } from '../point.codes.ts';
import { pointRuleLabels, pointRuleWords } from './point-rule.labels.ts';
import { pointRule, pointRuleApi } from './point-rule.ts';

type Row = RowOf<typeof pointRule.fields>;

/** The rules of all programmes. */
export const PointRuleList = () => <Rules columns={listColumns} />;

/** The rules of one programme, inside its detail. */
export const RulesOf = ({ pointProgramId }: { readonly pointProgramId: string }) => {
  const fixedFilters = useMemo(() => ({ pointProgramId }), [pointProgramId]);
  return <Rules columns={columns} fixedFilters={fixedFilters} />;
};

interface RulesProps {
  readonly columns: readonly (typeof listColumns)[number][];
  readonly fixedFilters?: { readonly pointProgramId: string };
}

const Rules = ({ columns: shown, fixedFilters }: RulesProps) => (
  <ListPage
    of={pointRule}
    api={pointRuleApi}
    labels={pointRuleLabels}
    columns={shown}
    filters={fixedFilters ? noFilters : filters}
    form={form}
    inputs={inputs}
    initial={initial}
    {...(fixedFilters && { fixedFilters, stateIn: 'local' as const })}
  />
);

const Earns = ({ row: { earnBasis: basis, pointsPerUnit: n } }: { readonly row: Row }) => {
  const say = useSay();
  return <span className="co-clip">{say(basis === valuesOf(earnBasis).energy ? pointRuleWords.perEnergy : pointRuleWords.perUnit, { n })}</span>;
};

/** On which days and at which times a rule holds. */
const When = ({ row: { weekdays, fromTime, toTime } }: { readonly row: Row }) => {
  const say = useSay();
  const days = weekdays?.map((day) => itemOf(weekday, day)?.words).flatMap((words) => (words ? [say(words)] : [])) ?? [];
  const hours = fromTime === null || toTime === null ? say(pointRuleWords.allDay) : say(pointRuleWords.hours, { from: fromTime, to: toTime });
  const text = `${days.length === 0 ? say(pointRuleWords.everyDay) : days.join(', ')} · ${hours}`;
  return (
    <span className="co-clip" title={text}>
      {text}
    </span>
  );
};

const columns = [
  'ruleName' as const,
  { key: 'earns', title: pointRuleLabels.fields.pointsPerUnit, width: 230, render: (row: Row) => <Earns row={row} /> },
  'isUsed' as const,
  { key: 'when', title: pointRuleWords.when, width: 220, render: (row: Row) => <When row={row} /> },
  ...(['orderMaxPoints', 'vipLevelValLimit', 'startTime', 'endTime'] as const),
];
const listColumns = [...columns, ...(['pointProgramId', 'agentId', 'tenantId', 'createTime'] as const)];
const filters = ['ruleName', 'pointProgramId', 'isUsed', 'earnBasis', 'agentId', 'tenantId'] as const;
const noFilters = [] as const;
const form = [
  ...(['pointProgramId', 'ruleName', 'isUsed', 'earnBasis', 'pointsPerUnit', 'orderMaxPoints', 'weekdays', 'fromTime', 'toTime'] as const),
  ...(['stationIds', 'vipLevelValLimit', 'startTime', 'endTime', 'remark'] as const),
];
const inputs = { stationIds: StationsInput };
const initial = { isUsed: 1 as const, earnBasis: 1 as const, pointsPerUnit: 1, vipLevelValLimit: 0 };
