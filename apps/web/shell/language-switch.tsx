import { Button, Dropdown } from 'antd';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import { languages } from '#kit/fields/words.ts';
import { languageNames, languageStore, useLanguage, useSay } from '#kit/web/language.ts';
import { queryClient } from '#kit/web/query.tsx';
import { words } from '../words.ts';

/** Changes the language at once: words of the page now, words of the server with the next answers. */
export const LanguageSwitch = ({ short = false }: { readonly short?: boolean }) => {
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
        onClick: ({ key }) => {
          languageStore.set(languages.find((one) => one === key) ?? language);
          void queryClient.invalidateQueries();
        },
      }}
    >
      <Button type="text" icon={<GlobalOutlined />} aria-label={`${say(words.language)}: ${languageNames[language]}`}>
        {!short && languageNames[language]}
      </Button>
    </Dropdown>
  );
};
