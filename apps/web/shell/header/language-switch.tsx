import { Button, Dropdown } from 'antd';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import { languages } from '#kit/fields/words.ts';
import { languageNames, useLanguage, useSay } from '#kit/web/language.ts';
import { words } from '../../words.ts';
import { switchLanguage } from './switch-language.ts';

/** Changes the language at once: texts of the page now, texts of the server with the next answers. */
export const LanguageSwitch = ({ isShort = false }: { readonly isShort?: boolean }) => {
  const say = useSay();
  const language = useLanguage();
  const items = languages.map((one) => ({ key: one, label: languageNames[one] }));
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [language],
        onClick: ({ key }) => switchLanguage(languages.find((one) => one === key) ?? language),
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} aria-label={`${say(words.language)}: ${languageNames[language]}`}>
        {!isShort && languageNames[language]}
      </Button>
    </Dropdown>
  );
};
