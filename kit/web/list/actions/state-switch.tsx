import { Dropdown, Tooltip } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import type { FieldShape } from '#kit/fields/field.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Resource } from '#kit/resource/resource.ts';
import { useFeedback } from '../../dialogs/feedback.tsx';
import { CodeTag } from '../../kinds/cell.tsx';
import { useSay } from '../../language.ts';
import { keyOfRow, perform, stateFieldOf, stateQuestion, titleOf } from './actions.ts';
import { MissingPermissionHint } from '../../permissions/missing-permission-hint.tsx';
import { usePermission } from '../../permissions/use-permission.ts';
import { endpointOf } from '../../calls/list-api.ts';
import type { RowOf } from '../../calls/list-api.ts';
import { words } from '../../words.ts';

export interface StateSwitchProps<F extends FieldShape> {
  readonly of: Resource<F>;
  readonly api: object;
  readonly row: RowOf<F>;
}

/** The state of a row as a tag. A viewer who may change it clicks the tag and selects another state. */
export const StateSwitch = <F extends FieldShape>({ of, api, row }: StateSwitchProps<F>) => {
  const say = useSay();
  const feedback = useFeedback();
  const endpoint = endpointOf(api, 'changeState');
  const verdict = usePermission()(endpoint?.allow ?? 'signedIn');
  const [name, field] = stateFieldOf(of, api) ?? [];
  if (name === undefined || !field?.codes || !endpoint) return null;
  const now = itemOf(field.codes, row[name]);
  const tag = <CodeTag item={now} />;
  if (!verdict.ok) return verdict.removed ? tag : <Tooltip title={<MissingPermissionHint may={verdict} />}>{tag}</Tooltip>;
  const items = Object.values(field.codes.items)
    .filter((item) => item !== now)
    .map((item) => ({
      key: String(item.value),
      label: say(item.words),
      danger: item.tone === 'bad',
      onClick: () =>
        void perform({ feedback, noun: of }, endpoint, {
          question: stateQuestion({ say }, item, titleOf(of, row)),
          input: { entityId: keyOfRow(of, row), setState: item.value },
          doneText: words.done,
        }),
    }));
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <button type="button" className="co-bare">
        {tag} <DownOutlined className="co-caret" />
      </button>
    </Dropdown>
  );
};
