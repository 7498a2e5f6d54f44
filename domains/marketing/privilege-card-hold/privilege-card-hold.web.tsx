import { useMemo, useState } from 'react';
import { valuesOf } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { BulkRequest } from '#kit/web/list/actions/bulk-action.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { CardTermsText } from '../privilege-card/card-terms-text.web.tsx';
import { privilegeCardHoldState, privilegeCardSource } from '../privilege-card/privilege-card.codes.ts';
import { Funder } from '../use-cells.web.tsx';
import { privilegeCardHoldInputLabels, privilegeCardHoldLabels, privilegeCardHoldWords as words } from './privilege-card-hold.labels.ts';
import { privilegeCardHold, privilegeCardHoldApi } from './privilege-card-hold.ts';

type Row = RowOf<typeof privilegeCardHold.fields>;

const BulkDialog = lazyComponent(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));
const EndDialog = lazyComponent(() => import('./end-dialog.web.tsx').then((dialog) => dialog.EndDialog));
const PromptDialog = lazyComponent(() => import('#kit/web/form/prompt-dialog.tsx').then((dialog) => dialog.PromptDialog));
const states = valuesOf(privilegeCardHoldState);
const sources = valuesOf(privilegeCardSource);
const isLive = ({ state }: Row): boolean => state === states.active || state === states.waiting || state === states.usedUp;

/** Who holds which privilege card, and what it was used for. */
export const PrivilegeCardHoldList = () => {
  const [ended, setEnded] = useState<Row>();
  const [several, setSeveral] = useState<SeveralProps>();
  const actions = useMemo(
    () => [
      'detail' as const,
      {
        key: 'end',
        label: words.end,
        allow: privilegeCardHoldApi.end.allow,
        danger: true,
        when: (row: Row) => (isLive(row) ? (true as const) : words.notActive),
        run: (row: Row) => setEnded(row),
      },
    ],
    [],
  );
  const batch = useMemo(() => batchOf(setSeveral), []);
  return (
    <>
      <ListPage
        of={privilegeCardHold}
        api={privilegeCardHoldApi}
        labels={privilegeCardHoldLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={actions}
        batch={batch}
      />
      {ended && (
        <EndDialog
          isSold={ended.source === sources.sold}
          holdId={ended.privilegeCardHoldId}
          name={`${ended.cardName} · ${ended.mainPartName}`}
          onClose={() => setEnded(undefined)}
        />
      )}
      {several && <EndSeveral {...several} onClose={() => setSeveral(undefined)} />}
    </>
  );
};

interface SeveralProps {
  readonly ids: readonly string[];
  readonly done: (selected?: readonly string[]) => void;
}

const batchOf = (end: (several: SeveralProps) => void) => (ids: readonly string[], done: SeveralProps['done']) => (
  <EndButton onClick={() => end({ ids, done })} />
);

const EndButton = ({ onClick }: { readonly onClick: () => void }) => {
  const say = useSay();
  return (
    <ActButton allow={privilegeCardHoldApi.end.allow} onClick={onClick}>
      {say(words.end)}
    </ActButton>
  );
};

/** Asks for the reason, then shows which cards can be ended and what goes back. */
const EndSeveral = ({ ids, done, onClose }: SeveralProps & { readonly onClose: () => void }) => {
  const say = useSay();
  const [request, setRequest] = useState<BulkRequest>();
  const title = say(words.endTitle, { n: ids.length });
  if (!request)
    return (
      <PromptDialog
        name="privilege-card-end"
        title={title}
        label={say(privilegeCardHoldInputLabels.reason)}
        field={reasonField}
        hint={say(words.endHint)}
        onDone={(reason) => setRequest({ ids, verb: 'end', shared: { reason, refund: 1 }, title, label: say(words.end), danger: true })}
        onClose={onClose}
      />
    );
  const close = (selected?: readonly string[]): void => {
    if (selected) done(selected);
    onClose();
  };
  return <BulkDialog noun={privilegeCardHold} request={request} onClose={close} />;
};
const reasonField = { ...privilegeCardHoldApi.end.input.reason, optional: false, min: 2 } as const;

const Terms = ({ row }: { readonly row: Row }) => <CardTermsText value={{ ...row.terms, ...row }} />;

/** What was used of charges and energy, beside the limits. */
const Used = ({ row: { timesUsed, timesLimit, energyUsed, quota } }: { readonly row: Row }) => {
  const say = useSay();
  const energy = `${energyUsed}${quota === null ? '' : ` / ${quota}`} kWh`;
  return (
    <span className="co-num">
      {timesLimit === null ? say(words.times, { n: timesUsed }) : say(words.times, { n: `${timesUsed} / ${timesLimit}` })} · {energy}
    </span>
  );
};

const columns = [
  ...(['cardName', 'mainPartNo', 'mainPartName', 'state', 'terms', 'beginsAt', 'expiresAt'] as const),
  { key: 'used', title: words.used, width: 240, render: (row: Row) => <Used row={row} /> },
  ...(['savedAmount', 'paidAmount', 'earnedAmount', 'refundAmount', 'source', 'chargingOrderNo', 'funder', 'mainPartType'] as const),
  ...(['custId', 'agentId', 'tenantId', 'createBy', 'createTime'] as const),
];
const filters = ['privilegeCardId', 'mainPartNo', 'state', 'source', 'mainPartType', 'custId', 'createTime', 'agentId', 'tenantId'] as const;
const money = (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />;
const draw = {
  terms: (_terms: Row['terms'], row: Row) => <Terms row={row} />,
  funder: (funder: string) => <Funder funder={funder} />,
  savedAmount: money,
  paidAmount: money,
  earnedAmount: money,
  refundAmount: money,
};
