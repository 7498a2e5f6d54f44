import { Form, Input, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useUnsavedChangesGuard } from '#kit/web/navigation/unsaved-changes.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useViewer } from '#kit/web/session/session.ts';
import { words } from '#kit/web/words.ts';
import { rateAliasLabels, rateAliasWords } from './rate-alias.labels.ts';
import { rateAlias, rateAliasApi } from './rate-alias.ts';
import type { AliasesOfPlace, FeeItemName } from './rate-alias.ts';
import './rate-alias.css';

/** How a tenant or a station calls the fee items. The place is in the address, so that the list of stations can link to it. */
export const RateAliasPage = () => {
  const say = useSay();
  const viewer = useViewer();
  const [params, setParams] = useSearchParams();
  const tenantId = viewer?.tenantId ?? params.get('tenantId');
  const stationId = params.get('stationId');
  const show = (place: { readonly tenantId: string | null; readonly stationId: string | null }) =>
    setParams(Object.fromEntries(Object.entries(place).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))));
  return (
    <div className="co-list">
      <section className="co-card ra-place">
        {!viewer?.tenantId && (
          <Form.Item label={say(rateAliasLabels.fields.tenantId)} htmlFor="rate-alias-tenant">
            <RefSelect id="rate-alias-tenant" to="tenant" value={tenantId} onChange={(id) => show({ tenantId: id, stationId: null })} takeOnly />
          </Form.Item>
        )}
        <Form.Item label={say(rateAliasLabels.fields.stationId)} htmlFor="rate-alias-station">
          <RefSelect
            id="rate-alias-station"
            to="station"
            value={stationId}
            scope={{ tenantId }}
            placeholder={say(rateAliasWords.wholeTenant)}
            onChange={(id, row) => show({ tenantId: typeof row?.['tenantId'] === 'string' ? row['tenantId'] : tenantId, stationId: id })}
          />
        </Form.Item>
      </section>
      <section className="co-card ra-names">
        {tenantId === null ? (
          <p className="co-hint">{say(rateAliasWords.choosePlace)}</p>
        ) : (
          <Names key={`${tenantId} ${stationId}`} tenantId={tenantId} stationId={stationId} />
        )}
      </section>
    </div>
  );
};

interface NamesProps {
  readonly tenantId: string;
  readonly stationId: string | null;
}

const Names = ({ tenantId, stationId }: NamesProps) => {
  const { data, error, refetch } = useCall(rateAliasApi.queryAlias, { tenantId, stationId });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  return data ? <LoadedNames key={data.version} place={data} /> : <Skeleton active paragraph={{ rows: 4 }} />;
};

type Draft = Pick<FeeItemName, 'dictValue' | 'alias' | 'aliasDictValue'>;
const draftOf = ({ dictValue, alias, aliasDictValue }: FeeItemName): Draft => ({ dictValue, alias, aliasDictValue });

const LoadedNames = ({ place }: { readonly place: AliasesOfPlace }) => {
  const say = useSay();
  const may = usePermission()(rateAliasApi.saveAlias.allow);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => place.items.map(draftOf));
  const { send, sending } = useSend(rateAliasApi.saveAlias, { changes: [rateAlias], doneText: words.saved });
  const isDirty = JSON.stringify(drafts) !== JSON.stringify(place.items.map(draftOf));
  useUnsavedChangesGuard(isDirty, () => false);
  const { tenantId, stationId, items, choices, version } = place;
  const change = (dictValue: number, patch: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.dictValue === dictValue ? { ...draft, ...patch } : draft)));
  return (
    <>
      <p className="co-hint ra-hint">{say(rateAliasWords.hint)}</p>
      <div className="ra-scroll">
        <table className="ra-table">
          <thead>
            <tr>
              <th>{say(rateAliasWords.program)}</th>
              {stationId !== null && <th>{say(rateAliasWords.ofTenant)}</th>}
              <th>{say(rateAliasWords.dictItem)}</th>
              <th>{say(rateAliasWords.freeText)}</th>
              <th>{say(rateAliasWords.effective)}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) => (
              <FeeItemRow
                key={item.dictValue}
                item={item}
                draft={drafts[index] ?? draftOf(item)}
                choices={choices}
                isOfStation={stationId !== null}
                disabled={!may.ok}
                onChange={(patch) => change(item.dictValue, patch)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <footer className="ra-footer">
        <ActButton
          type="primary"
          allow={rateAliasApi.saveAlias.allow}
          loading={sending}
          disabled={!isDirty}
          onClick={() => void send({ tenantId, stationId, aliases: [...drafts], version })}
        >
          {say(words.save)}
        </ActButton>
      </footer>
    </>
  );
};

interface FeeItemRowProps {
  readonly item: FeeItemName;
  readonly draft: Draft;
  readonly choices: AliasesOfPlace['choices'];
  /** A station also shows what the tenant calls the item. */
  readonly isOfStation: boolean;
  readonly disabled: boolean;
  readonly onChange: (patch: Partial<Draft>) => void;
}

const FeeItemRow = ({ item, draft, choices, isOfStation, disabled, onChange }: FeeItemRowProps) => {
  const say = useSay();
  const chosen = choices.find(({ value }) => value === draft.aliasDictValue)?.text;
  return (
    <tr>
      <th scope="row">{item.dictText}</th>
      {isOfStation && <td data-label={say(rateAliasWords.ofTenant)}>{item.tenantText ?? '—'}</td>}
      <td data-label={say(rateAliasWords.dictItem)}>
        <Select<string>
          aria-label={`${item.dictText} ${say(rateAliasWords.dictItem)}`}
          className="co-wide"
          allowClear
          disabled={disabled}
          options={choices.map(({ value, text }) => ({ value, label: text }))}
          value={draft.aliasDictValue}
          onChange={(value: string | undefined) => onChange({ aliasDictValue: value ?? null })}
        />
      </td>
      <td data-label={say(rateAliasWords.freeText)}>
        <Input
          aria-label={`${item.dictText} ${say(rateAliasWords.freeText)}`}
          maxLength={rateAlias.fields.aliases.of?.['alias']?.max}
          disabled={disabled || draft.aliasDictValue !== null}
          value={draft.alias ?? ''}
          onChange={({ target }) => onChange({ alias: target.value === '' ? null : target.value })}
        />
      </td>
      <td data-label={say(rateAliasWords.effective)}>
        <b>{chosen ?? draft.alias ?? item.tenantText ?? item.dictText}</b>
      </td>
    </tr>
  );
};
