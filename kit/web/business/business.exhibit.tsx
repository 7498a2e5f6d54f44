import { Form, Skeleton } from 'antd';
import { useId, useState } from 'react';
import type { ComponentType } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { Exhibit } from '../gallery/exhibit.ts';
import { useSay } from '../language.ts';
import { BusinessField } from './business-field.tsx';
import type { BusinessFieldProps } from './business-field.tsx';
import type { BusinessSource } from './business.ts';

const title: Words = ['业务组件选择', '業務元件選擇', 'Business picker'];
const wrong: Words = ['请至少选择一项', '請至少選擇一項', 'Choose at least one'];

/** Every installation has a list of users. */
const users: BusinessSource = {
  title,
  listUrl: '/sys/user/list',
  valueKey: 'username',
  displayKey: 'realname',
  returnKeys: ['id', 'username'],
  moreValueKey: 'phone',
  columns: [
    { dataIndex: 'username', title: ['账号', '帳號', 'Account'], width: 160 },
    { dataIndex: 'realname', title: ['姓名', '姓名', 'Name'], width: 200 },
    { dataIndex: 'sex', title: ['性别', '性別', 'Sex'], width: 80 },
  ],
  queryConfig: [
    { key: 'realname', label: ['姓名', '姓名', 'Name'] },
    { key: 'sex', label: ['性别', '性別', 'Sex'], dictCode: 'sex' },
  ],
};

const Shown = ({ value: first = null, invalid = false, ...more }: Partial<BusinessFieldProps> & { readonly invalid?: boolean }) => {
  const say = useSay();
  const id = useId();
  const [value, setValue] = useState(first);
  return (
    <Form component={false}>
      <label htmlFor={id} className="co-sr">
        {say(title)}
      </label>
      <Form.Item noStyle={!invalid} {...(invalid && { validateStatus: 'error' as const, help: say(wrong) })}>
        <BusinessField source={users} {...more} id={id} value={value} onChange={setValue} />
      </Form.Item>
    </Form>
  );
};

const shown = (props: Parameters<typeof Shown>[0]): ComponentType => {
  const State = () => <Shown {...props} />;
  return State;
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'business-picker',
    title,
    states: {
      empty: shown({}),
      filled: shown({ value: 'admin' }),
      invalid: shown({ invalid: true }),
      disabled: shown({ value: 'admin', disabled: true }),
      loading: () => <Skeleton.Input active block />,
      longText: shown({ value: 'admin,somebody.with.a.long.name,another.one.of.the.kind,yet.another.one,and.one.more' }),
    },
    more: [{ name: 'single', title: ['单选', '單選', 'A single row'], Shown: shown({ multiple: false }) }],
  },
];
