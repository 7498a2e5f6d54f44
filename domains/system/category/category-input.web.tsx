import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { TreeInput } from '../lookup/tree-input.web.tsx';
import { categoryWords } from './category.labels.ts';
import { CATEGORY_ROOT, category } from './category.ts';

/** Selects the parent of a category; no value means the first level. */
export const CategoryInput = ({ field: _field, value, onChange, scope: _scope, text: _text, biz: _biz, ...rest }: InputProps) => {
  const say = useSay();
  return (
    <TreeInput
      {...rest}
      dict="sys_category,name,id"
      pidField="pid"
      path={category.path}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange?.(next ?? CATEGORY_ROOT)}
      placeholder={say(categoryWords.firstLevel)}
    />
  );
};
