import { parseSync } from 'vite';
import type { Rolldown } from 'vite';
import { divideShared } from './shared-scripts.ts';
import type { BundledModule } from './shared-scripts.ts';

const IS_LIBRARY = /\/node_modules\//;
/** Pages with the parts that later domains add to them, as apps/web/registry.ts loads them. */
const TOGETHER = [/\/(pile\/pile\.web\.tsx|pile-parts\.web\.ts)$/, /\/(monitor\.web\.tsx|station-parts\.web\.ts)$/];

interface Group {
  readonly name: string;
  readonly test: RegExp;
  readonly entriesAware?: boolean;
}

/** Every page behind the sign-in needs these groups, so that importing them costs nothing. */
const ALWAYS_LOADED = new Set(['index', 'styles', 'rules', 'react', 'app', 'antd', 'shell']);

/** The group of our own code that several pages share and no group before it contains; see `divideShared`. */
export const sharedGroup = (before: readonly Group[]): Rolldown.CodeSplittingGroup => {
  const ids = new Set<string>();
  let scripts: ReadonlyMap<string, number> | undefined;
  return {
    debugName: 'shared',
    // The bundler tests all modules before it asks for the first name.
    test: (id) => {
      const isCode = /\.[cm]?[jt]sx?$/.test(id);
      if (isCode) ids.add(id);
      return isCode;
    },
    name: (id, bundle) => {
      scripts ??= divideShared(modulesOutside(before, ids, bundle));
      const script = scripts.get(id);
      return script === undefined ? null : `shared-${script}`;
    },
    // Each module has the name of its own script.
    includeDependenciesRecursively: false,
  };
};

/** The modules that are not always loaded. */
const modulesOutside = (groups: readonly Group[], ids: ReadonlySet<string>, bundle: Rolldown.ChunkingContext): readonly BundledModule[] => {
  const importsOf = importsIn(ids, bundle);
  const groupOf = new Map<string, Group>();
  for (const group of groups) {
    const contained = new Set([...ids].filter((id) => group.test.test(id) && !groupOf.has(id)));
    for (const id of contained) {
      groupOf.set(id, group);
      for (const imported of importsOf(id)) if (!groupOf.has(imported)) contained.add(imported);
    }
  }
  return [...ids].flatMap((id) => {
    const module = bundle.getModuleInfo(id);
    const group = groupOf.get(id);
    if (!module || (group && ALWAYS_LOADED.has(group.name))) return [];
    const isEntry = module.dynamicImporters.length > 0;
    return [
      {
        id,
        length: module.code?.length ?? 0,
        imports: importsOf(id),
        entry: isEntry ? (TOGETHER.find((each) => each.test(id))?.source ?? id) : undefined,
        script: group?.entriesAware ? undefined : group?.name,
        isLibrary: IS_LIBRARY.test(id),
      },
    ];
  });
};

/** What a module imports statically. The bundler leaves out modules that only re-export, so what they name is looked up in them. */
const importsIn = (ids: ReadonlySet<string>, bundle: Rolldown.ChunkingContext): ((id: string) => readonly string[]) => {
  const records = new Map<string, ImportRecord>();
  const recordOf = (id: string): ImportRecord => {
    const record = records.get(id) ?? readImports(bundle.getModuleInfo(id));
    records.set(id, record);
    return record;
  };
  const sourceOf = (id: string, name: string | undefined): string => {
    const reexport = ids.has(id) ? undefined : recordOf(id).reexports.find((each) => each.as === name);
    return reexport ? sourceOf(reexport.from, reexport.name) : id;
  };
  return (id) => {
    const { imports, reexports } = recordOf(id);
    return [...imports, ...reexports].map(({ from, name }) => sourceOf(from, name));
  };
};

interface ImportedName {
  readonly from: string;
  /** Undefined for a module that is imported for its effects or as a whole. */
  readonly name: string | undefined;
}

interface ImportRecord {
  readonly imports: readonly ImportedName[];
  readonly reexports: readonly (ImportedName & { readonly as: string | undefined })[];
}

const readImports = (module: Rolldown.ModuleInfo | null): ImportRecord => {
  const { staticImports, staticExports } = parseSync(module?.id ?? '', module?.code ?? '').module;
  const exported = staticExports.flatMap(({ start, entries }) =>
    entries.flatMap(({ moduleRequest, importName, exportName }) => (moduleRequest ? [{ start, moduleRequest, importName, exportName }] : [])),
  );
  // The bundler names each imported module once, in the order of the source.
  const requests = [...staticImports, ...exported].toSorted((one, other) => one.start - other.start).map(({ moduleRequest }) => moduleRequest.value);
  const importedIds = module?.importedIds.filter((id) => !id.startsWith('\0')) ?? [];
  const idOf = new Map([...new Set(requests)].map((request, index) => [request, importedIds[index] ?? '']));
  return {
    imports: staticImports.flatMap(({ moduleRequest, entries }) => {
      const from = idOf.get(moduleRequest.value) ?? '';
      return entries.length === 0 ? [{ from, name: undefined }] : entries.map(({ importName }) => ({ from, name: nameOf(importName) }));
    }),
    reexports: exported.map(({ moduleRequest, importName, exportName }) => ({
      from: idOf.get(moduleRequest.value) ?? '',
      name: nameOf(importName),
      as: exportName.name ?? undefined,
    })),
  };
};

/** A default import has no name in the source. */
const nameOf = ({ kind, name }: { readonly kind: string; readonly name: string | null | undefined }): string | undefined =>
  kind === 'Default' ? 'default' : (name ?? undefined);
