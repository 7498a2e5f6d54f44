import { Alert, Button, Form } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { cardSale } from '#engines/marketing/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { call } from '#kit/web/calls/client.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useViewer } from '#kit/web/session/session.ts';
import { AgentsInput, StationsInput } from '../activity/places-input.web.tsx';
import { couponWords } from '../coupon/coupon.labels.ts';
import { cardSentence } from './card-sentence.rules.ts';
import { CardTermsText } from './card-terms-text.web.tsx';
import type { CardValue } from './card-sentence.rules.ts';
import { privilegeCardLabels, privilegeCardWords as words } from './privilege-card.labels.ts';
import { privilegeCard, privilegeCardApi } from './privilege-card.ts';
import '../marketing.css';

type Row = RowOf<typeof privilegeCard.fields>;

const GrantDialog = lazyComponent(() => import('../grant-dialog.web.tsx').then((dialog) => dialog.GrantDialog));

/** The privilege cards of a tenant and of its agents, and the switch that sells and gives them. */
export const PrivilegeCardList = () => {
  const say = useSay();
  const [granted, setGranted] = useState<Row>();
  const actions = useRowActions(setGranted);
  return (
    <>
      <ListPage
        of={privilegeCard}
        api={privilegeCardApi}
        labels={privilegeCardLabels}
        columns={columns}
        filters={filters}
        form={form}
        inputs={inputs}
        initial={initial}
        render={draw}
        rowActions={actions}
        extra={featureSwitch}
      />
      {granted && (
        <GrantDialog
          feature={privilegeCard.name}
          shared={{ privilegeCardId: granted.privilegeCardId }}
          name={granted.cardName}
          hint={say(words.grantHint)}
          onClose={() => setGranted(undefined)}
        />
      )}
    </>
  );
};

const useRowActions = (onGrant: (row: Row) => void) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(privilegeCardApi.changeState, { changes: [privilegeCard] });
  return useMemo(() => {
    const change = async ({ privilegeCardId }: Row, state: 0 | 1 | 2): Promise<void> => void (await send({ id: privilegeCardId, state }));
    return [
      {
        key: 'grant',
        label: couponWords.grant,
        allow: privilegeCardApi.grant.allow,
        when: ({ state }: Row) => state === cardSale.on,
        run: onGrant,
      },
      {
        key: 'putOnSale',
        label: words.putOnSale,
        allow: privilegeCardApi.changeState.allow,
        when: ({ state }: Row) => state === cardSale.off,
        run: (row: Row) => change(row, cardSale.on),
      },
      {
        key: 'takeOff',
        label: words.takeOff,
        allow: privilegeCardApi.changeState.allow,
        when: ({ state }: Row) => state === cardSale.on,
        run: (row: Row) => change(row, cardSale.off),
      },
      'edit' as const,
      {
        key: 'withdraw',
        label: words.withdraw,
        allow: privilegeCardApi.changeState.allow,
        danger: true,
        when: ({ state }: Row) => state !== cardSale.withdrawn,
        run: async (row: Row): Promise<void> => {
          const question = { title: say(words.withdrawAsk, { name: row.cardName }), body: words.withdrawHint, okText: words.withdraw, danger: true };
          if (await confirm(question)) await change(row, cardSale.withdrawn);
        },
      },
      'delete' as const,
    ];
  }, [confirm, onGrant, say, send]);
};

/** Says whether cards are sold and given, and switches it for the tenant of the viewer. */
const FeatureSwitch = () => {
  const say = useSay();
  const may = usePermission();
  // The platform has no cards of its own.
  const hasTenant = Boolean(useViewer()?.tenantId);
  const [feature, setFeature] = useState<0 | 1>();
  const read = useCallback(async (): Promise<void> => setFeature((await call(privilegeCardApi.feature, {})).feature), []);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets state after the answer
    if (hasTenant) void read();
  }, [hasTenant, read]);
  const { send, sending } = useSend(privilegeCardApi.toggleFeature, { onDone: (now) => setFeature(now.feature) });
  if (feature === undefined) return null;
  return (
    <Alert
      type={feature === 1 ? 'success' : 'warning'}
      showIcon
      title={say(feature === 1 ? words.featureOn : words.featureOff)}
      action={
        may(privilegeCardApi.toggleFeature.allow).ok && (
          <Button size="small" loading={sending} onClick={() => void send({ enable: feature === 1 ? 0 : 1 })}>
            {say(feature === 1 ? words.disable : words.enable)}
          </Button>
        )
      }
    />
  );
};
const featureSwitch = () => <FeatureSwitch />;

/** The remark, and above the buttons what the card of the form takes off. */
const RemarkInput = (props: InputProps) => (
  <>
    <FieldInput {...props} />
    <FormSentence />
  </>
);

const FormSentence = () => {
  const say = useSay();
  const form = Form.useFormInstance<CardValue>();
  const sentence = cardSentence(say, {
    discountPercent: Form.useWatch('discountPercent', form),
    rateTypes: Form.useWatch('rateTypes', form),
    orderLimit: Form.useWatch('orderLimit', form),
    dayLimit: Form.useWatch('dayLimit', form),
    quota: Form.useWatch('quota', form),
    dayTimes: Form.useWatch('dayTimes', form),
    timesLimit: Form.useWatch('timesLimit', form),
  });
  return sentence === '' ? null : (
    <p className="mk-sentence" aria-live="polite">
      {sentence}
    </p>
  );
};

const columns = [
  'cardName' as const,
  { key: 'value', title: words.value, width: 280, render: (row: Row) => <CardTermsText value={row} /> },
  'state' as const,
  'price' as const,
  'validDays' as const,
  {
    key: 'issuedOfAll',
    title: words.soldOfAll,
    width: 130,
    render: ({ issued, totalNum }: Row) => <span className="co-num">{`${issued} / ${totalNum ?? '∞'}`}</span>,
  },
  ...(['sold', 'active', 'salesAmount', 'savedAmount', 'energy', 'cardKind', 'level', 'agentId', 'tenantId', 'createTime'] as const),
];
const filters = ['cardName', 'cardKind', 'state', 'level', 'agentId', 'tenantId'] as const;
const form = [
  ...(['tenantId', 'agentId', 'cardName', 'cardNameTw', 'cardNameEn', 'cardKind', 'price', 'validDays', 'discountPercent', 'rateTypes'] as const),
  ...(['level', 'agentIds', 'stationIds', 'orderLimit', 'dayLimit', 'quota', 'dayTimes', 'timesLimit', 'overlayVip', 'overlayCoupon'] as const),
  ...(['vipLevelValLimit', 'totalNum', 'limitNum', 'sort', 'remark'] as const),
];
const inputs = { agentIds: AgentsInput, stationIds: StationsInput, remark: RemarkInput };
const initial = {
  cardKind: 1 as const,
  validDays: 30,
  discountPercent: 50,
  level: 1 as const,
  overlayVip: 1 as const,
  overlayCoupon: 1 as const,
  vipLevelValLimit: 0,
  limitNum: 12,
  sort: 0,
};
const money = (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />;
const draw = { price: money, salesAmount: money, savedAmount: money };
