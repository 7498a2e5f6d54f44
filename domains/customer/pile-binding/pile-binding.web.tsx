import { Form } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ActButton } from '#kit/web/button.tsx';
import { useSend } from '#kit/web/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { bindingWords } from '../binding.labels.ts';
import { carApi } from '../car/car.ts';
import { cardApi } from '../card/card.ts';
import { ManyRefs } from '../many-refs.web.tsx';
import { pileBindingLabels } from './pile-binding.labels.ts';
import { pileBinding, pileBindingApi } from './pile-binding.ts';

/** Cards and cars tied to piles; opened for one pile with `?cpCode=`. */
export const PileBindingList = () => {
  const say = useSay();
  const [params] = useSearchParams();
  const [binding, setBinding] = useState(false);
  return (
    <>
      <ListPage
        of={pileBinding}
        api={pileBindingApi}
        labels={pileBindingLabels}
        columns={columns}
        filters={filters}
        rowActions={actions}
        toolbar={
          <ActButton type="primary" allow={pileBindingApi.bind.allow} onClick={() => setBinding(true)}>
            {say(bindingWords.bindHere)}
          </ActButton>
        }
      />
      {binding && <BindDialog cpCode={params.get('cpCode')} onClose={() => setBinding(false)} />}
    </>
  );
};

const columns = ['account', 'mainPartType', 'holder', 'cpCode', 'stationId', 'agentId', 'tenantId', 'createTime'] as const;
const filters = ['cpCode', 'mainPartType', 'icCardId', 'carId', 'stationId', 'agentId', 'tenantId', 'createTime'] as const;
const actions = ['delete'] as const;

interface Values {
  readonly cpCode: string | null;
  readonly cards?: readonly string[];
  readonly cars?: readonly string[];
}

const BindDialog = ({ cpCode, onClose }: { readonly cpCode: string | null; readonly onClose: () => void }) => {
  const say = useSay();
  const [form] = Form.useForm<Values>();
  const [code, cards = [], cars = []] = [Form.useWatch('cpCode', form), Form.useWatch('cards', form), Form.useWatch('cars', form)];
  const { send, sending } = useSend(pileBindingApi.bind, { changes: [pileBinding], onDone: onClose });
  const complete = Boolean(code) && cards.length + cars.length > 0;
  const bind = () => void send({ cpCode: code ?? '', icCardIds: cards.join(','), carIds: cars.join(',') });
  return (
    <FormDialog<Values>
      form={form}
      title={say(bindingWords.bindHere)}
      disabled={!complete}
      sending={sending}
      onClose={onClose}
      initialValues={{ cpCode }}
      onFinish={bind}
    >
      <p className="co-hint">{say(bindingWords.anywhere)}</p>
      <Form.Item name="cpCode" label={say(bindingWords.pile)} required>
        <RefSelect to="pile" />
      </Form.Item>
      <Form.Item name="cards" label={say(bindingWords.cards)}>
        <ManyRefs picker={cardApi.queryList} />
      </Form.Item>
      <Form.Item name="cars" label={say(bindingWords.cars)}>
        <ManyRefs picker={carApi.queryList} />
      </Form.Item>
    </FormDialog>
  );
};
