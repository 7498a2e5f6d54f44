import { Form } from 'antd';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { bindingWords } from '../binding/binding.labels.ts';
import { carApi } from '../car/car.ts';
import { cardApi } from '../card/card.ts';
import { MultiRefSelect } from '../binding/multi-ref-select.web.tsx';
import { pileBinding, pileBindingApi } from './pile-binding.ts';

interface Values {
  readonly cpCode: string | null;
  readonly cards?: readonly string[];
  readonly cars?: readonly string[];
}

/** Binds cards and cars to a pile, which the user selects unless it is given. */
export const BindDialog = ({ cpCode, onClose }: { readonly cpCode: string | null; readonly onClose: () => void }) => {
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
        <MultiRefSelect picker={cardApi.queryList} />
      </Form.Item>
      <Form.Item name="cars" label={say(bindingWords.cars)}>
        <MultiRefSelect picker={carApi.queryList} />
      </Form.Item>
    </FormDialog>
  );
};
