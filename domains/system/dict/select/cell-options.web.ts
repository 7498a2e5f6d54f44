import { call } from '#kit/web/calls/client.ts';
import type { LoadOptions } from '#kit/web/edit-table/cells/option-sources.ts';
import { lookupApi } from '../../lookup/lookup.ts';
import { dictionaryItems } from './dict-cache.web.ts';

/** Further options need a longer search text. */
const OPTIONS_MAX = 10;

/** The options of a cell whose column names a dictionary, or a source by `table,text,code`. */
export const cellOptions: LoadOptions = async ({ dictCode, dict, keyword, values }) => {
  if (dict !== undefined && values) {
    const texts = await call(lookupApi.loadDictItem, { dict, key: values.join(',') });
    return values.map((value, index) => ({ value, label: texts[index] ?? value }));
  }
  if (dict !== undefined)
    return (await call(lookupApi.loadDict, { dict, keyword, pageNo: 1, pageSize: OPTIONS_MAX })).map(({ value, text }) => ({ value, label: text }));
  const items = await dictionaryItems(dictCode ?? '');
  return items.map(({ value, text, disabled = false }) => ({ value, label: text, disabled }));
};
