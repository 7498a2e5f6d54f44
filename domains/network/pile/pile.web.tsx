import { useMemo, useState } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { CodeTag, InstantCell, EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { BatchMenu } from '#kit/web/list/actions/batch-menu.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { GunDots } from '../gun/gun-dots.web.tsx';
import { FollowStations } from '../gun/live-gun.web.tsx';
import { pileActions } from './pile-parts.web.ts';
import type { PileAction, PileRow } from './pile-parts.web.ts';
import { parameterState, pileType } from './pile.codes.ts';
import { pileLabels, pileWords } from './pile.labels.ts';
import { pile, pileApi } from './pile.ts';
import { pileForm } from './pile-form.web.ts';
import { isUnavailable, PileState } from './pile-state.web.tsx';
import { usePileInView } from './pile-view.web.ts';
import '../network.css';

const PileDrawer = lazyComponent(() => import('./pile-drawer.web.tsx').then((drawer) => drawer.PileDrawer));
const RenewSecret = lazyComponent(() => import('./renew-secret.web.tsx').then((dialog) => dialog.RenewSecret));

type OpenDialog = { readonly part: PileAction; readonly cpCodes: readonly string[]; readonly done?: () => void } | { readonly secretOf: PileRow };

/** The list of piles, with actions on one or several of them. */
export const PileList = () => {
  const [dialog, setDialog] = useState<OpenDialog>();
  const { shown, show } = usePileInView();
  const actions = useMemo(() => rowActions(setDialog), []);
  const batch = useMemo(() => batchOf(setDialog), []);
  return (
    <>
      <ListPage
        of={pile}
        api={pileApi}
        labels={pileLabels}
        columns={columns}
        filters={filters}
        form={pileForm}
        render={draw}
        rowActions={actions}
        batch={batch}
        extra={follow}
        onOpen={({ cpCode }) => show(cpCode)}
        initial={initial}
      />
      {shown !== undefined && <PileDrawer cpCode={shown} onClose={() => show(undefined)} />}
      {dialog && <OpenedDialog dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
};

const columns = [
  'cpName' as const,
  'cpCode' as const,
  'cpWorkStat' as const,
  { key: 'guns', title: pileLabels.fields.guns, width: 128, render: (row: PileRow) => <GunDots guns={row.guns ?? []} muted={isUnavailable(row)} /> },
  'stationId' as const,
  { key: 'rating', title: pileWords.rating, width: 172, render: (row: PileRow) => <Rating row={row} /> },
  ...([
    'rateRuleId',
    'rateRuleNo',
    'powerControlId',
    'cpStat',
    'parameterStat',
    'lastSeen',
    'protocol',
    'agentId',
    'tenantId',
    'createTime',
  ] as const),
];
const filters = [
  ...([
    'cpName',
    'cpCode',
    'cpWorkStat',
    'stationId',
    'agentId',
    'tenantId',
    'cpStat',
    'cpType',
    'protocol',
    'rateRuleId',
    'powerControlId',
  ] as const),
  ...(['cpFaultType', 'parameterStat', 'createTime'] as const),
];

const initial = { accountMinAmount: '0.00' };

const nouns = [pile];
const follow = (rows: Rows<PileRow>) => <FollowStations stationIds={rows.rows.map(({ stationId }) => stationId)} nouns={nouns} />;

const draw = {
  parameterStat: (value: number, row: PileRow) => <ParameterStat value={value} row={row} />,
  cpWorkStat: (value: number, row: PileRow) => <PileState value={value} row={row} />,
  rateRuleId: (value: string | null, row: PileRow) =>
    value === null ? <NoPolicy /> : <span className="co-clip">{row['rateRuleId_dictText'] ?? value}</span>,
  lastSeen: (value: string | null, row: PileRow) => (value === null ? <EmptyCell /> : <InstantCell value={value} zone={row.timezone} />),
};

/** Where a pile differs from its forms, the way to its parameters. */
const ParameterStat = ({ value, row }: { readonly value: number; readonly row: PileRow }) => {
  const tag = <CodeTag item={itemOf(parameterState, value)} />;
  if (value !== parameterState.items.differs.value) return tag;
  return (
    <a className="nw-differs" href={`#/network/pile?view=${encodeURIComponent(row.cpCode)}&tab=parameters`}>
      {tag} <span className="co-num">{row.differingCount}</span>
    </a>
  );
};

const Rating = ({ row }: { readonly row: PileRow }) => (
  <span className="nw-rating">
    <CodeTag item={itemOf(pileType, row.cpType)} />
    <NumberCell value={Number(row.cpPower)} unit="kW" />
  </span>
);

const NoPolicy = () => {
  const say = useSay();
  return <span className="nw-missing">{say(pileWords.noPolicy)}</span>;
};

const rowActions = (openDialog: (what: OpenDialog) => void) => [
  'edit' as const,
  ...pileActions()
    .filter(({ on }) => on !== 'many')
    .map((part) => ({ key: part.key, label: part.short, allow: part.allow, run: ({ cpCode }: PileRow) => openDialog({ part, cpCodes: [cpCode] }) })),
  { key: 'secret', label: pileWords.renewSecret, allow: pileApi.renewSecret.allow, run: (row: PileRow) => openDialog({ secretOf: row }) },
  'changeState' as const,
  'delete' as const,
];

const batchOf = (openDialog: (what: OpenDialog) => void) => (cpCodes: readonly string[], done: () => void) => (
  <BatchMenu
    actions={pileActions()
      .filter(({ on }) => on !== 'one')
      .map((part) => ({ key: part.key, label: part.label, allow: part.allow, run: () => openDialog({ part, cpCodes, done }) }))}
  />
);

const OpenedDialog = ({ dialog, onClose }: { readonly dialog: OpenDialog; readonly onClose: () => void }) =>
  'secretOf' in dialog ? <RenewSecret pile={dialog.secretOf} onClose={onClose} /> : <dialog.part.Dialog cpCodes={dialog.cpCodes} onClose={onClose} />;
