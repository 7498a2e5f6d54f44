import { useCallback, useMemo } from 'react';
import { enablesControl, fieldPrefix, showsColumn } from '#kit/resource/rights/rights.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { permissionStore } from './use-permission.ts';
import { useStore } from '../store.ts';

/** The noun without the fields that rules hide from the viewer. The server leaves these fields out of its answers anyway. */
export const useVisibleNoun = (noun: AnyResource): AnyResource => {
  const rights = useStore(permissionStore);
  return useMemo(() => {
    const prefix = fieldPrefix.see(noun.name);
    const visibleFields = Object.entries(noun.fields).filter(([name]) => showsColumn(rights, prefix, name));
    return visibleFields.length === Object.keys(noun.fields).length ? noun : { ...noun, fields: Object.fromEntries(visibleFields) };
  }, [rights, noun]);
};

/** Returns whether a rule makes a field of a noun read-only for the viewer. */
export const useLockedFields = (noun: string): ((field: string) => boolean) => {
  const rights = useStore(permissionStore);
  return useCallback((field: string) => !enablesControl(rights, `${fieldPrefix.set(noun)}${field}`), [rights, noun]);
};
