import type { Words } from '#kit/fields/words.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { EmptyCell, MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { privilegeCardRefusals } from '../privilege-card/privilege-card.labels.ts';
import { privilegeCardPaymentLabels, privilegeCardPaymentWords as words } from './privilege-card-payment.labels.ts';
import { privilegeCardPayment, privilegeCardPaymentApi } from './privilege-card-payment.ts';

type Row = RowOf<typeof privilegeCardPayment.fields>;

/** Payments of drivers for privilege cards: bought, not sold and why, or not paid yet. */
export const PrivilegeCardPaymentList = () => (
  <ListPage
    of={privilegeCardPayment}
    api={privilegeCardPaymentApi}
    labels={privilegeCardPaymentLabels}
    columns={columns}
    filters={filters}
    render={draw}
    rowActions={actions}
  />
);

const reasons: Readonly<Record<string, Words>> = { ...privilegeCardRefusals, missing: words.driverMissing, 'ledger.insufficient': words.unpaidMoney };

/** In the words that the driver would have been refused with. */
const RefusalText = ({ code }: { readonly code: string | null }) => {
  const say = useSay();
  if (code === null) return <EmptyCell />;
  const text = say(reasons[code] ?? [code, code, code]);
  return (
    <span className="co-clip" title={text}>
      {text}
    </span>
  );
};

const actions = ['detail'] as const;
const columns = [
  ...(['billId', 'cardName', 'mainPartNo', 'price', 'state', 'refusal', 'createTime', 'doneTime', 'privilegeCardHoldId'] as const),
  ...(['privilegeCardId', 'tenantId'] as const),
];
const filters = ['state', 'mainPartNo', 'privilegeCardId', 'createTime', 'tenantId'] as const;
const draw = {
  refusal: (code: string | null) => <RefusalText code={code} />,
  price: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} />,
};
