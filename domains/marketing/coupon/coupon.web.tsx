import { useMemo, useState } from 'react';
import { valuesOf } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { couponState } from '../marketing.codes.ts';
import { couponSentence } from './coupon-sentence.rules.ts';
import { RemarkInput } from './coupon-worth.web.tsx';
import { couponLabels, couponWords } from './coupon.labels.ts';
import { coupon, couponApi } from './coupon.ts';

type Row = RowOf<typeof coupon.fields>;

const GrantDialog = lazyComponent(() => import('../grant-dialog.web.tsx').then((dialog) => dialog.GrantDialog));
const RevokeDialog = lazyComponent(() => import('./revoke-dialog.web.tsx').then((dialog) => dialog.RevokeDialog));
const states = valuesOf(couponState);

/** The coupons of all activities. */
export const CouponList = () => <Coupons columns={listColumns} />;

/** The coupons of one activity, inside its detail. */
export const CouponsOf = ({ activityId }: { readonly activityId: string }) => {
  const fixedFilters = useMemo(() => ({ activityId }), [activityId]);
  return <Coupons columns={columns} fixedFilters={fixedFilters} />;
};

interface CouponsProps {
  readonly columns: readonly (typeof listColumns)[number][];
  readonly fixedFilters?: { readonly activityId: string };
}

const Coupons = ({ columns: shown, fixedFilters }: CouponsProps) => {
  const say = useSay();
  const [granted, setGranted] = useState<Row>();
  const [revoked, setRevoked] = useState<Row>();
  const { send: publish } = useSend(couponApi.publish, { changes: [coupon] });
  const actions = useMemo(
    () => [
      {
        key: 'grant',
        label: couponWords.grant,
        allow: couponApi.grant.allow,
        when: ({ state }: Row) => state === states.published,
        run: (row: Row) => setGranted(row),
      },
      {
        key: 'publish',
        label: couponLabels.actions?.['publish'] ?? couponWords.published,
        allow: couponApi.publish.allow,
        when: ({ state }: Row) => state === states.pending,
        run: async ({ couponId }: Row) => void (await publish({ id: couponId })),
      },
      {
        key: 'revoke',
        label: couponWords.revoke,
        allow: couponApi.revoke.allow,
        danger: true,
        when: ({ state }: Row) => state === states.published,
        run: (row: Row) => setRevoked(row),
      },
      'edit' as const,
      'delete' as const,
    ],
    [publish],
  );
  return (
    <>
      <ListPage
        of={coupon}
        api={couponApi}
        labels={couponLabels}
        columns={shown}
        filters={fixedFilters ? noFilters : filters}
        form={form}
        inputs={inputs}
        initial={initial}
        render={draw}
        rowActions={actions}
        {...(fixedFilters && { fixedFilters, stateIn: 'local' as const })}
      />
      {granted && (
        <GrantDialog
          feature={coupon.name}
          shared={{ couponId: granted.couponId }}
          name={granted.couponName}
          hint={say(couponWords.grantHint)}
          onClose={() => setGranted(undefined)}
        />
      )}
      {revoked && <RevokeDialog couponId={revoked.couponId} couponName={revoked.couponName} onClose={() => setRevoked(undefined)} />}
    </>
  );
};

const Sentence = ({ row }: { readonly row: Row }) => {
  const text = couponSentence(useSay(), row);
  return (
    <span className="co-clip" title={text}>
      {text}
    </span>
  );
};

const columns = [
  'couponName' as const,
  { key: 'value', title: couponWords.value, width: 260, render: (row: Row) => <Sentence row={row} /> },
  'state' as const,
  {
    key: 'received',
    title: couponWords.received,
    width: 130,
    render: ({ issued, totalNum }: Row) => <span className="co-num">{`${issued} / ${totalNum ?? '∞'}`}</span>,
  },
  ...(['used', 'creditAmount', 'energy', 'useScene', 'endTime', 'useEndTime'] as const),
];
const listColumns = [...columns, ...(['activityId', 'agentId', 'tenantId', 'createTime'] as const)];
const filters = ['couponName', 'activityId', 'state', 'couponForm', 'useScene', 'agentId', 'tenantId'] as const;
const noFilters = [] as const;
const form = [
  ...(['activityId', 'couponName', 'couponForm', 'preferentialAmount', 'preferentialDiscount', 'maxCredit', 'useScene', 'canOverlay'] as const),
  ...(['useAmountLimit', 'rateTypes', 'vipLevelValLimit', 'startTime', 'endTime', 'useBeginTime', 'useEndTime', 'validDays'] as const),
  ...(['totalNum', 'limitNum', 'sort', 'remark'] as const),
];
const inputs = { remark: RemarkInput };
const initial = {
  couponForm: 2 as const,
  useScene: 2 as const,
  canOverlay: 1 as const,
  useAmountLimit: '0.00',
  vipLevelValLimit: 0,
  limitNum: 1,
  sort: 0,
};
const draw = { creditAmount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} /> };
