import { Button, Form, InputNumber, Space } from 'antd';
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined';
import { useFeedback } from '#kit/web/feedback.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { placeWords } from './place.labels.ts';
import { readPlace } from './place.rules.ts';

/** Longitude with a button that takes both coordinates from the clipboard, as maps copy them. */
export const PlaceInput = ({ field, value, onChange, id }: InputProps) => {
  const say = useSay();
  const { bad } = useFeedback();
  const form = Form.useFormInstance();
  const paste = async () => {
    const copied = await readClipboard();
    const place = readPlace(copied);
    if (copied === '') bad(placeWords.none);
    else if (place) form.setFieldsValue(place);
    else bad(placeWords.wrong);
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
      <Button icon={<EnvironmentOutlined />} onClick={() => void paste()}>
        {say(placeWords.paste)}
      </Button>
    </Space.Compact>
  );
};

/** Empty also when the browser does not let us look. */
const readClipboard = async (): Promise<string> => {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return '';
  }
};
