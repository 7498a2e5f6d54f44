import { Drawer, Empty, Skeleton } from 'antd';
import { useLocalAdvanced } from '#kit/web/advanced/advanced-button.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { words } from '#kit/web/words.ts';
import { recheckDictionaries } from '../select/dict-cache.web.ts';
import { dictPageWords } from './dict-page.labels.ts';
import { dictLabels } from '../dict.labels.ts';
import { dictNameIn } from './dict-row.web.ts';
import { dict, dictApi } from '../dict.ts';
import type { BinnedDict } from '../dict.ts';

const WIDTH = 560;
const changes = [dict];

/** Deleted dictionaries, which can be restored or permanently deleted. */
export const DictBin = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const phone = useIsPhone();
  const advanced = useLocalAdvanced(dict, dictLabels);
  const { data, error, isPending, refetch } = useCall(dictApi.deleteList, advanced.asked, { staleMs: 0, keep: true });
  return (
    <Drawer open onClose={onClose} size={phone ? '100%' : WIDTH} title={say(dictPageWords.bin)} extra={advanced.button}>
      {advanced.tagAndDialog}
      {isPending && <Skeleton active paragraph={{ rows: 5 }} />}
      {error && <LoadError because={error.message} retry={refetch} />}
      {data?.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(advanced.isOn ? words.emptyFiltered : dictPageWords.binEmpty)} />
      )}
      <ul className="dc-list">
        {data?.map((row) => (
          <BinRow key={row.id} row={row} />
        ))}
      </ul>
    </Drawer>
  );
};

const BinRow = ({ row }: { readonly row: BinnedDict }) => {
  const say = useSay();
  const language = useLanguage();
  const { confirm } = useFeedback();
  const restore = useSend(dictApi.back, { changes, doneText: dictPageWords.restored, onDone: () => void recheckDictionaries() });
  const destroy = useSend(dictApi.deletePhysic, { changes });
  const name = dictNameIn(row, language);
  const remove = async () => {
    if (await confirm({ title: say(dictPageWords.askDestroy, { name }), okText: dictPageWords.destroy, danger: true }))
      await destroy.send({ id: row.id });
  };
  return (
    <li className="dc-binned">
      <div>
        <span className="dc-name">{name}</span> <span className="dc-code">{row.dictCode}</span>
        <div className="dc-hint">
          {say(dictPageWords.deletedBy, { who: row.updateBy ?? '', when: row.updateTime ? formatInstant(String(row.updateTime), viewerZone()) : '' })}
        </div>
      </div>
      <ActButton size="small" allow={dictApi.back.allow} loading={restore.sending} onClick={() => void restore.send({ id: row.id })}>
        {say(dictPageWords.restore)}
      </ActButton>
      <ActButton size="small" danger allow={dictApi.deletePhysic.allow} loading={destroy.sending} onClick={() => void remove()}>
        {say(dictPageWords.destroy)}
      </ActButton>
    </li>
  );
};
