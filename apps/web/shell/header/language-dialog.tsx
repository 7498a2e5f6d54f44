import { Radio } from 'antd';
import { useState } from 'react';
import { languages } from '#kit/fields/words.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { languageNames, useLanguage, useSay } from '#kit/web/language.ts';
import { words } from '../../words.ts';
import { switchLanguage } from './switch-language.ts';

export const LanguageDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const [selected, setChosen] = useState(useLanguage());
  return (
    <FormDialog
      width={450}
      title={say(words.switchLanguage)}
      sending={false}
      onClose={onClose}
      onFinish={() => {
        switchLanguage(selected);
        onClose();
      }}
    >
      <Radio.Group
        vertical
        aria-label={say(words.language)}
        value={selected}
        onChange={({ target }) => setChosen(languages.find((one) => one === target.value) ?? selected)}
        options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
      />
    </FormDialog>
  );
};
