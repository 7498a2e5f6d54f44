import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { entityState } from '#engines/entity/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { powerMonthApi } from '../power-month/power-month.ts';
import { controlWords, powerControlLabels } from './power-control.labels.ts';
import { powerControl, powerControlApi } from './power-control.ts';

type Control = RowOf<typeof powerControl.fields>;
type State = Control['controlState'];

const Editor = lazyComponent(
  () => import('../power-month/power-month.web.tsx').then((page) => page.PowerMonthEditor),
  <Skeleton active className="co-card co-page-wait" paragraph={{ rows: 10 }} />,
);

/** The list of power controls; opening one shows its year in place of the list. */
export const PowerControlList = () => {
  const [params] = useSearchParams();
  const powerControlId = params.get('control');
  return powerControlId === null ? <Controls /> : <Editor key={powerControlId} powerControlId={powerControlId} />;
};

const Controls = () => {
  const [, setParams] = useSearchParams();
  const changeState = useChangeState();
  const open = useMemo(() => (control: Control) => setParams({ control: control.powerControlId }), [setParams]);
  const actions = useMemo(() => rowActions({ open, changeState }), [open, changeState]);
  return (
    <ListPage
      of={powerControl}
      api={powerControlApi}
      labels={powerControlLabels}
      columns={columns}
      filters={filters}
      form={form}
      render={draw}
      rowActions={actions}
      onOpen={open}
    />
  );
};

const columns = ['ruleName', 'controlState', 'maxControlPower', 'monthCount', 'pileCount', 'tenantId', 'startTime', 'endTime', 'createTime'] as const;
const filters = ['ruleName', 'controlState', 'tenantId', 'createTime'] as const;
const form = ['tenantId', 'ruleName', 'maxControlPower', 'startTime', 'endTime', 'remark'] as const;
const draw = { monthCount: (months: number) => <span className="co-num">{months}/12</span> };

const useChangeState = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(powerControlApi.changeState, { changes: [powerControl] });
  return useMemo(
    () => async (control: Control, setState: State) => {
      const title = say(questionOf(setState), { name: control.ruleName });
      if (await confirm({ title, danger: setState === entityState.disused })) await send({ entityId: control.powerControlId, setState });
    },
    [say, confirm, send],
  );
};

const questionOf = (state: State): Words => {
  if (state === entityState.enabled) return controlWords.askEnable;
  return state === entityState.disabled ? controlWords.askDisable : controlWords.askDisuse;
};

/** The page of sites belongs to a later domain, so its address is all that is known here. */
const openSites = ({ powerControlId }: Control): void => {
  window.location.hash = `#/monitor/power-site?powerControlId=${powerControlId}`;
};

interface ControlActions {
  readonly open: (control: Control) => void;
  readonly changeState: (control: Control, setState: State) => Promise<void>;
}

const rowActions = ({ open, changeState }: ControlActions) => {
  const state = (key: 'enable' | 'disable' | 'disuse', setState: State, when: (control: Control) => boolean | Words) => ({
    key,
    label: controlWords[key],
    allow: powerControlApi.changeState.allow,
    danger: setState === entityState.disused,
    when,
    run: (control: Control) => changeState(control, setState),
  });
  return [
    { key: 'months', label: controlWords.months, allow: powerMonthApi.selectMonthsByControlId.allow, run: open },
    { key: 'sites', label: controlWords.sites, allow: 'powerSite:list', when: ({ pileCount }: Control) => pileCount > 0, run: openSites },
    'edit' as const,
    state(
      'enable',
      entityState.enabled,
      ({ controlState, monthCount }) => controlState === entityState.disabled && (monthCount === 12 || controlWords.notWhole),
    ),
    state('disable', entityState.disabled, ({ controlState }) => controlState === entityState.enabled),
    state('disuse', entityState.disused, ({ controlState, pileCount }) => controlState === entityState.disabled && pileCount === 0),
    'delete' as const,
  ];
};
