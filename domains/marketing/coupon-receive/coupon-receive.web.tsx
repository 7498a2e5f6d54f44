import { useMemo, useState } from 'react';
import { valuesOf } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useSay } from '#kit/web/language.ts';
import type { BulkRequest } from '#kit/web/list/actions/bulk-action.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { TermsText } from '../terms-text.web.tsx';
import { couponReceiveState } from '../marketing.codes.ts';
import { couponReceiveLabels, couponReceiveWords } from './coupon-receive.labels.ts';
import { couponReceive, couponReceiveApi } from './coupon-receive.ts';

type Row = RowOf<typeof couponReceive.fields>;

const BulkDialog = lazyComponent(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));
const PromptDialog = lazyComponent(() => import('#kit/web/form/prompt-dialog.tsx').then((dialog) => dialog.PromptDialog));
const states = valuesOf(couponReceiveState);

/** Who holds which coupon, and what became of it. */
export const CouponReceiveList = () => {
  const [taken, setTaken] = useState<TakeBackRequest>();
  const actions = useMemo(
    () => [
      'detail' as const,
      {
        key: 'takeBack',
        label: couponReceiveWords.takeBack,
        allow: couponReceiveApi.takeBack.allow,
        danger: true,
        when: ({ state }: Row) => (state === states.usable ? (true as const) : couponReceiveWords.notUsable),
        run: ({ couponReceiveId }: Row) => setTaken({ ids: [couponReceiveId], done: () => undefined }),
      },
    ],
    [],
  );
  const batch = useMemo(() => batchOf(setTaken), []);
  return (
    <>
      <ListPage
        of={couponReceive}
        api={couponReceiveApi}
        labels={couponReceiveLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={actions}
        batch={batch}
      />
      {taken && <TakeBack {...taken} onClose={() => setTaken(undefined)} />}
    </>
  );
};

const batchOf = (take: (request: TakeBackRequest) => void) => (ids: readonly string[], done: TakeBackRequest['done']) => (
  <TakeBackButton onClick={() => take({ ids, done })} />
);

const TakeBackButton = ({ onClick }: { readonly onClick: () => void }) => {
  const say = useSay();
  return (
    <ActButton allow={couponReceiveApi.takeBack.allow} onClick={onClick}>
      {say(couponReceiveWords.takeBack)}
    </ActButton>
  );
};

interface TakeBackRequest {
  readonly ids: readonly string[];
  readonly done: (selected?: readonly string[]) => void;
}

/** Asks for the reason, then shows which coupons can be taken back. */
const TakeBack = ({ ids, done, onClose }: TakeBackRequest & { readonly onClose: () => void }) => {
  const say = useSay();
  const [request, setRequest] = useState<BulkRequest>();
  const title = say(couponReceiveWords.takeBackTitle, { n: ids.length });
  if (!request)
    return (
      <PromptDialog
        name="coupon-take-back"
        title={title}
        label={say(couponReceiveWords.reason)}
        field={reasonField}
        onDone={(reason) => setRequest({ ids, verb: 'takeBack', shared: { reason }, title, label: say(couponReceiveWords.takeBack), danger: true })}
        onClose={onClose}
      />
    );
  const close = (selected?: readonly string[]): void => {
    if (selected) done(selected);
    onClose();
  };
  return <BulkDialog noun={couponReceive} request={request} onClose={close} />;
};
const reasonField = { ...couponReceiveApi.takeBack.input.reason, optional: false, min: 2 } as const;

const columns = [
  ...([
    'couponName',
    'mainPartNo',
    'mainPartName',
    'state',
    'terms',
    'createTime',
    'expiresAt',
    'chargingOrderNo',
    'source',
    'mainPartType',
  ] as const),
  ...(['custId', 'agentId', 'tenantId'] as const),
];
const filters = ['couponId', 'mainPartNo', 'state', 'mainPartType', 'custId', 'source', 'createTime', 'agentId', 'tenantId'] as const;
const draw = { terms: (terms: Row['terms']) => <TermsText terms={terms} /> };
