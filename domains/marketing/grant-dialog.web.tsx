import { Radio } from 'antd';
import { useState } from 'react';
import { card, cardApi, customer } from '#domains/customer/resources.ts';
import { BATCH_MAX } from '#kit/resource/crud.ts';
import { call } from '#kit/web/calls/client.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { Dialog } from '#kit/web/dialogs/dialog.tsx';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { RefsSelect } from '#kit/web/kinds/refs-select.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import type { BulkRequest } from '#kit/web/list/actions/bulk-action.ts';
import { couponWords } from './coupon/coupon.labels.ts';
import './marketing.css';

const BulkDialog = lazyComponent(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));

type Target = 'customers' | 'cards' | 'cardsOf';

interface GrantProps {
  /** The feature whose verbs `grantToCustomer` and `grantToCard` give, and what they give. */
  readonly feature: string;
  readonly shared: Readonly<Record<string, string>>;
  readonly name: string;
  readonly hint: string;
  readonly onClose: () => void;
}

/** Gives a coupon or a privilege card to customers, to cards, or to all cards of a customer. The preview says who cannot have it, and why. */
export const GrantDialog = ({ feature, shared, name, hint, onClose }: GrantProps) => {
  const say = useSay();
  const { warn } = useFeedback();
  const [target, setTarget] = useState<Target>('customers');
  const [ids, setIds] = useState<readonly string[]>([]);
  const [custId, setCustId] = useState<string | null>(null);
  const [request, setRequest] = useState<BulkRequest>();
  const title = say(couponWords.grantTitle, { name });
  const preview = async (): Promise<void> => {
    const chosen = target === 'cardsOf' ? await cardsOf(custId) : ids;
    if (chosen.length === 0 && target === 'cardsOf') warn(couponWords.noCards);
    if (chosen.length > 0)
      setRequest({
        ids: chosen,
        feature,
        verb: target === 'customers' ? 'grantToCustomer' : 'grantToCard',
        shared,
        title,
        label: say(couponWords.grant),
        danger: false,
      });
  };
  if (request)
    return (
      <BulkDialog noun={target === 'customers' ? customer : card} request={request} onClose={(done) => (done ? onClose() : setRequest(undefined))} />
    );
  return (
    <Dialog name="grant" title={title} width={520} okClose={false} okText={say(couponWords.grant)} onOk={preview} onClose={onClose}>
      <div className="mk-grant">
        <Radio.Group
          aria-label={say(couponWords.grantTo)}
          value={target}
          onChange={({ target: { value } }: { target: { value?: Target } }) => {
            setTarget(value ?? 'customers');
            setIds([]);
          }}
          options={[
            { value: 'customers', label: say(couponWords.toCustomers) },
            { value: 'cards', label: say(couponWords.toCards) },
            { value: 'cardsOf', label: say(couponWords.toCardsOf) },
          ]}
        />
        {target === 'cardsOf' ? (
          <RefSelect to="customer" value={custId} onChange={setCustId} id="grant-customer" />
        ) : (
          <RefsSelect key={target} to={target === 'customers' ? 'customer' : 'card'} value={ids} onChange={setIds} id="grant-to" />
        )}
        <p className="co-hint">{hint}</p>
      </div>
    </Dialog>
  );
};

/** The cards of a customer, as many as one batch takes. */
const cardsOf = async (custId: string | null): Promise<readonly string[]> => {
  if (custId === null) return [];
  const { records } = await call(cardApi.list, { custId, pageNo: 1, pageSize: BATCH_MAX });
  return records.map(({ icCardId }) => icCardId);
};
