import { Button, Form, InputNumber, Space, Tooltip } from 'antd';
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined';
import SnippetsOutlined from '@ant-design/icons/SnippetsOutlined';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { placeWords } from './place.labels.ts';
import { mapUrl, parsePosition } from './map-position.rules.ts';

/** Longitude with a button that takes both coordinates from the clipboard, as maps copy them, and one that opens a map to copy them from. */
export const PositionInput = ({ field, value, onChange, id }: InputProps) => {
  const say = useSay();
  const { showError } = useFeedback();
  const form = Form.useFormInstance();
  const gpsY = Form.useWatch<string | null | undefined>('gpsY', form);
  const paste = async () => {
    const copied = await readClipboard();
    const position = parsePosition(copied);
    if (copied === '') showError(placeWords.none);
    else if (position) form.setFieldsValue(position);
    else showError(placeWords.wrong);
  };
  return (
    <Space.Compact block>
      <InputNumber<string>
        {...(id !== undefined && { id })}
        className="co-wide"
        stringMode
        controls={false}
        precision={field.scale ?? 0}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange?.(next)}
      />
      <Button icon={<SnippetsOutlined />} onClick={() => void paste()}>
        {say(placeWords.paste)}
      </Button>
      <Tooltip title={say(placeWords.how)}>
        <Button
          icon={<EnvironmentOutlined />}
          href={mapUrl({ gpsX: typeof value === 'string' ? value : null, gpsY })}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={say(placeWords.map)}
        />
      </Tooltip>
    </Space.Compact>
  );
};

/** Returns an empty text also when the browser denies access. */
const readClipboard = async (): Promise<string> => {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
};
