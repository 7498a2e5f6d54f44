import { Button, Form } from 'antd';
import { useEffect, useMemo } from 'react';
import { ConflictDialog } from '#kit/web/form/conflict-dialog.tsx';
import { useDraft } from '#kit/web/form/draft.ts';
import { FormFields } from '#kit/web/form/form-fields.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { controlOf } from '#kit/web/control-props.ts';
import { asRecord } from '#kit/web/calls/transport.ts';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { filesOf } from '#kit/web/upload/stored.ts';
import { UploadBox } from '#kit/web/upload/upload-box.tsx';
import { words } from '#kit/web/words.ts';
import { AreaInput } from '#domains/system/web.ts';
import { areaCodesOf } from './area.rules.ts';
import type { TabProps } from './station-drawer.web.tsx';
import { stationTagLabels } from './station-tag.labels.ts';
import { stationTag, stationTagApi } from './station-tag.ts';

const fields = ['provinceCode', 'cityCode', 'districtCode', 'areaName', 'floor', 'areaGuide', 'parkingText', 'parkingFreeMinutes', 'images'] as const;
/** One input sets all three codes. */
const drawn = fields.filter((name) => name !== 'cityCode' && name !== 'districtCode');
const api = { edit: stationTagApi.updateStationAreaInfo };

/** The area of a station, how its guns are found, where cars park, and its pictures. */
export const AreaTab = ({ row, dirtyRef, onSaving, onSaved }: TabProps) => {
  const say = useSay();
  const may = usePermission()(stationTagApi.updateStationAreaInfo.allow);
  const filled = useMemo(() => (row.provinceCode === null ? { ...row, ...areaCodesOf(row.areaCode) } : row), [row]);
  const draft = useDraft(stationTag, { api, labels: stationTagLabels, row: filled, fields, onSaved });
  useEffect(() => {
    const ref = dirtyRef;
    ref.current = draft.isDirty;
    return () => {
      ref.current = null;
    };
  });
  const shownFields = draft.fields
    .filter(({ name }) => drawn.some((shown) => shown === name))
    .map((field) => (field.name === 'provinceCode' ? { ...field, label: say(stationTagLabels.fields.areaCode) } : { ...field, required: false }));
  return (
    <Form form={draft.form} layout="vertical" initialValues={draft.initialValues} onFinish={() => onSaving(draft.save())} disabled={!may.ok}>
      {!may.ok && <p className="co-hint">{say(words.lacks, { permission: may.lacks })}</p>}
      <FormFields draft={{ ...draft, fields: shownFields }} row={filled} inputs={inputs} />
      {may.ok && (
        <footer className="st-footer">
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

const PlaceInput = ({ disabled = false, onChange, ...aria }: InputProps) => {
  const form = Form.useFormInstance();
  const code = Form.useWatch((values: Readonly<Record<string, unknown>>) => values['districtCode'] ?? values['cityCode'] ?? values['provinceCode'], {
    form,
    preserve: true,
  });
  const change = (next: string | null) => {
    const codes = areaCodesOf(next);
    form.setFieldsValue(codes);
    onChange?.(codes.provinceCode);
  };
  return <AreaInput type="select" {...controlOf(aria)} disabled={disabled} value={typeof code === 'string' ? code : null} onChange={change} />;
};

/** The stored value is a list of `{ url }`. */
const PicturesInput = ({ field, value, onChange, disabled = false, ...aria }: InputProps) => {
  const urls = Array.isArray(value) ? value.map((picture) => String(asRecord(picture)['url'])) : [];
  return (
    <UploadBox
      {...controlOf(aria)}
      value={filesOf(urls.join(','))}
      onChange={(files) => onChange?.(files.map(({ path }) => ({ url: path })))}
      target={{ biz: stationTag.name, kind: 'image' }}
      max={field.max}
      disabled={disabled}
    />
  );
};

const inputs = { provinceCode: PlaceInput, images: PicturesInput };
