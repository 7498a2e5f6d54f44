import { choice, longText, optional, text } from '#kit/fields/field.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { driverCall, driverPath } from '../driver-path.ts';
import { gunNo, labelText } from '../gun-view/gun-view.ts';

/** What a driver finds wrong at a gun. */
export const gunFaultKind = codeTable({
  dictCode: 'driver_fault_kind',
  title: ['问题类型', '問題類型', 'Kind of fault'],
  items: {
    plug: { value: 'plug', words: ['充电枪', '充電槍', 'Plug'] },
    screen: { value: 'screen', words: ['屏幕', '螢幕', 'Screen'] },
    cable: { value: 'cable', words: ['线缆', '線纜', 'Cable'] },
    price: { value: 'price', words: ['价格不符', '價格不符', 'Price'] },
    blocked: { value: 'blocked', words: ['车位被占', '車位被占', 'Blocked bay'] },
    fakeCode: { value: 'fakeCode', words: ['二维码可疑', '二維碼可疑', 'Suspicious code'] },
    other: { value: 'other', words: ['其他', '其他', 'Other'] },
  },
});

export const gunFaultApi = {
  /** Reports what is wrong at a gun; without a visit too. `no` is the number of the report. */
  report: endpoint({
    ...driverCall,
    publicStatus: 201,
    method: 'POST',
    idempotent: true,
    path: `${driverPath}/faults`,
    input: { label: labelText, gun: gunNo, kind: choice(gunFaultKind), text: optional(longText({ max: 500 })), orderNo: optional(text({ max: 40 })) },
    output: opaque<{ readonly no: string }>(),
  }),
};
