import { Collapse } from 'antd';
import { useState } from 'react';
import { useSay } from '#kit/web/language.ts';
import { DictRadio, DictSelect, DictTags } from '../select/dict-input.web.tsx';
import { DictSearch } from '../select/dict-search.web.tsx';
import { dictPageWords } from './dict-page.labels.ts';
import { useDictionary } from '../select/dict-cache.web.ts';

/** The dictionary as forms and tables show it. */
export const DictPreview = ({ code }: { readonly code: string }) => {
  const say = useSay();
  return (
    <Collapse
      className="dc-preview"
      size="small"
      destroyOnHidden
      items={[{ key: 'preview', label: say(dictPageWords.preview), children: <PreviewControls code={code} /> }]}
    />
  );
};

/** The largest number of items that are shown as radio buttons. */
const RADIO_MAX = 12;

const PreviewControls = ({ code }: { readonly code: string }) => {
  const say = useSay();
  const dictionary = useDictionary(code);
  const items = dictionary.state === 'ready' ? dictionary.items : [];
  const [value, setValue] = useState<string | null>(null);
  return (
    <dl className="dc-shown">
      <dt>{say(dictPageWords.previewSelect)}</dt>
      <dd>
        <DictSelect code={code} value={value} onChange={setValue} aria-label={say(dictPageWords.previewSelect)} />
      </dd>
      {items.length > RADIO_MAX && (
        <>
          <dt>{say(dictPageWords.previewSearch)}</dt>
          <dd>
            <DictSearch dict={code} value={value} onChange={setValue} aria-label={say(dictPageWords.previewSearch)} />
          </dd>
        </>
      )}
      {items.length > 0 && items.length <= RADIO_MAX && (
        <>
          <dt>{say(dictPageWords.previewRadio)}</dt>
          <dd>
            <DictRadio code={code} value={value} onChange={setValue} aria-label={say(dictPageWords.previewRadio)} />
          </dd>
        </>
      )}
      {items.length > 0 && (
        <>
          <dt>{say(dictPageWords.previewTag)}</dt>
          <dd className="dc-tags">
            <DictTags code={code} value={items.map((item) => item.value).join(',')} />
          </dd>
        </>
      )}
    </dl>
  );
};
