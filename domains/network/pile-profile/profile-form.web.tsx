import { Button, Form, Skeleton } from 'antd';
import { useEffect } from 'react';
import { FieldList } from '#kit/web/list/detail-drawer.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { ConflictDialog } from '#kit/web/form/conflict-dialog.tsx';
import { useDraft } from '#kit/web/form/draft.ts';
import { FormFields } from '#kit/web/form/form-fields.tsx';
import { useSavedForm } from '#kit/web/form/saved-form.tsx';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useUnsavedChangesGuard } from '#kit/web/navigation/unsaved-changes.ts';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { refresh, useCall } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { words } from '#kit/web/words.ts';
import type { PileRow } from '../pile/pile-parts.web.ts';
import { pile as pileNoun } from '../pile/pile.ts';
import { pileProfileLabels, profileWords } from './pile-profile.labels.ts';
import { pileProfile, pileProfileApi } from './pile-profile.ts';

interface ProfileFormProps {
  readonly pile: PileRow;
  /** The form sets it to a function that the drawer calls before it closes, to ask about unsaved changes. */
  readonly dirtyRef: { current: (() => boolean) | null };
}

/** The settings of a pile, loaded with their tab and edited in place. */
export const ProfileForm = (props: ProfileFormProps) => {
  const { data, error, refetch } = useCall(pileProfileApi.queryById, { id: props.pile.cpCode });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  return data ? <LoadedForm key={data.version} {...props} row={data} /> : <Skeleton active paragraph={{ rows: 10 }} />;
};

const sections = [
  {
    title: profileWords.factory,
    fields: [
      ...(['manufacturer', 'factoryDate', 'moduleCount', 'moduleType', 'gunlineType'] as const),
      ...(['mainBoardVer', 'auxPcbHwVer', 'auxPcbSwVer', 'funcBoardVer', 'screenVersion'] as const),
    ],
  },
  {
    title: profileWords.intervals,
    fields: [
      'pileInterval',
      'gunInterval',
      'chargingInterval',
      'bmsHandshakeInterval',
      'bmsParameterInterval',
      'bmsChargingInterval',
      'bmsEndInterval',
    ],
  },
  { title: profileWords.power, fields: ['onlineMaxPower', 'offlineMaxPower', 'chargingMaxSoc'] },
  { title: profileWords.offline, fields: ['isVinOfflineCharging', 'isIccardOfflineCharging'] },
  { title: profileWords.server, fields: ['srvIp', 'srvPort', 'srvDomainName'] },
  { title: profileWords.network, fields: ['deviceIp', 'deviceIpMode', 'subnetMask', 'subnetMaskMode', 'gateway', 'gatewayMode', 'mac', 'macMode'] },
] as const;
/** Values that the pile reports are shown above the editable ones. */
const drawReported = { moduleStat: (bits: unknown) => <ModuleBits bits={typeof bits === 'number' ? bits : null} /> };

const fields = sections.flatMap((section) => section.fields);

/** The numbers of the modules whose bit is set; the meaning of a set bit is defined by the manufacturer. */
const ModuleBits = ({ bits }: { readonly bits: number | null }) => {
  const say = useSay();
  if (bits === null) return <EmptyCell />;
  const set = Array.from({ length: MODULE_BITS }, (_, index) => index).filter((index) => (bits >> index) & 1);
  return set.length === 0 ? say(profileWords.noBit) : say(profileWords.bitsOf, { modules: set.map((index) => index + 1).join(', ') });
};
const MODULE_BITS = 16;

const LoadedForm = ({ row, dirtyRef, pile }: ProfileFormProps & { readonly row: RowOf<typeof pileProfile.fields> }) => {
  const say = useSay();
  const may = usePermission()(pileProfileApi.edit.allow);
  const draft = useDraft(pileProfile, {
    api: pileProfileApi,
    labels: pileProfileLabels,
    row,
    fields,
    onSaved: () => {
      keptForm.forget();
      // The pile may hold other values than the saved ones, which its row tells.
      void refresh(pileNoun);
    },
  });
  const keptForm = useSavedForm(draft, { key: row.cpCode, row });
  useEffect(() => {
    const ref = dirtyRef;
    ref.current = draft.isDirty;
    return () => {
      ref.current = null;
    };
  });
  useUnsavedChangesGuard(true, ({ params }) => params.get('view') === pile.cpCode || !draft.isDirty(), keptForm.forget);
  return (
    <Form
      form={draft.form}
      layout="vertical"
      initialValues={draft.initialValues}
      onFinish={() => void draft.save()}
      onValuesChange={keptForm.keep}
      disabled={!may.ok}
    >
      {keptForm.restored}
      {!may.ok && <p className="co-hint">{say(words.lacks, { permission: may.lacks })}</p>}
      {sections.map((section) => (
        <section key={section.title[2]} className="nw-section">
          <h3>{say(section.title)}</h3>
          {section.title === profileWords.factory && (
            <div className="nw-told">
              <FieldList of={pileProfile} labels={pileProfileLabels} row={row} fields={['moduleStat']} render={drawReported} />
            </div>
          )}
          <FormFields
            draft={{ ...draft, fields: draft.fields.filter(({ name }) => section.fields.some((sectionField) => sectionField === name)) }}
            row={row}
          />
        </section>
      ))}
      {may.ok && (
        <footer className="nw-form-footer">
          <span className="co-hint">{say(profileWords.howSent)}</span>
          <Button onClick={() => draft.form.resetFields()}>{say(words.reset)}</Button>
          <Button type="primary" htmlType="submit" loading={draft.saving}>
            {say(words.save)}
          </Button>
        </footer>
      )}
      {draft.conflict && (
        <ConflictDialog conflict={draft.conflict} fields={draft.fields} saving={draft.saving} onResolve={draft.resolve} onCancel={draft.giveUp} />
      )}
    </Form>
  );
};
