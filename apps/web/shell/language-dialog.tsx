import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { languages } from '#kit/fields/words.ts';
import { languageNames, useLanguage, useSay } from '#kit/web/language.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { words } from '../words.ts';
import { switchLanguage } from './switch-language.ts';

export const LanguageDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const [chosen, setChosen] = useState(useLanguage());
  return (
    <Modal
      open
      width={450}
      title={say(words.switchLanguage)}
      okText={say(kitWords.ok)}
      cancelText={say(kitWords.cancel)}
      onCancel={onClose}
      onOk={() => {
        switchLanguage(chosen);
        onClose();
      }}
    >
      <Radio.Group
        vertical
        aria-label={say(words.language)}
        value={chosen}
        onChange={({ target }) => setChosen(languages.find((one) => one === target.value) ?? chosen)}
        options={languages.map((one) => ({ value: one, label: languageNames[one] }))}
      />
    </Modal>
  );
};
