import path from 'node:path';
import type { CallExpression, NewExpression, Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isShorthandPropertyAssignment,
} from 'typescript/unstable/ast/is';
import { API, SymbolFlags } from 'typescript/unstable/sync';
import type { Checker, Symbol } from 'typescript/unstable/sync';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM = /^(?:engines|kit|domains|apps)\//u;
const OF_TESTS = /\.(?:test|testing|fixture)\.ts$|\/testing\/|^kit\/test\/|^apps\/journeys\//u;

/** The server's sources, as the compiler analyses them. */
export interface Sources {
  readonly checker: Checker;
  /** The sources of the program, without tests. */
  readonly files: readonly SourceFile[];
  /** The declaration of an identifier, through imports. */
  readonly declarationOf: (identifier: Node) => Node | undefined;
  /** The calls of a function that is declared under a name. */
  readonly callsOf: (name: Node) => readonly CallExpression[];
  /** The calls of any function of this name. */
  readonly callsNamed: (name: string) => readonly CallExpression[];
  /** The places that create an instance of a class. */
  readonly creationsOf: (className: string) => readonly NewExpression[];
  readonly close: () => void;
}

/** With `replaced`, which gives texts for paths instead of the files on disk, only these files are analysed. */
export const openSources = (replaced: ReadonlyMap<string, string> = new Map()): Sources => {
  const api = new API({ cwd: ROOT, ...(replaced.size > 0 ? { fs: { readFile: (name: string) => replaced.get(pathOf(name)) } } : {}) });
  const [project] = api.updateSnapshot({ openProjects: [path.join(ROOT, 'tsconfig.server.json')] }).getProjects();
  if (!project) throw new Error('tsconfig.server.json cannot be read');
  const { checker, program, rootFiles } = project;
  const files = rootFiles
    .filter((name) => (replaced.size > 0 ? replaced.has(pathOf(name)) : isOfProgram(pathOf(name))))
    .toSorted()
    .flatMap((name) => program.getSourceFile(name) ?? []);
  const symbols = new Map<Node, Symbol | undefined>();
  const symbolOf = (node: Node): Symbol | undefined => {
    if (!symbols.has(node)) symbols.set(node, aliasedSymbol(checker, node));
    return symbols.get(node);
  };
  const callsNamed = callsByName(files);
  return {
    checker,
    files,
    declarationOf: (identifier) => {
      const symbol = symbolOf(identifier);
      return (symbol?.valueDeclaration ?? symbol?.declarations[0])?.resolve(project);
    },
    callsNamed,
    creationsOf: (className) => creationsIn(files, className),
    callsOf: (name) =>
      isIdentifier(name)
        ? callsNamed(name.text).filter((call) => {
            const callee = calledName(call);
            return callee !== undefined && symbolOf(callee)?.id === symbolOf(name)?.id;
          })
        : [],
    close: () => api.close(),
  };
};

const isOfProgram = (file: string): boolean => PROGRAM.test(file) && !OF_TESTS.test(file) && file.endsWith('.ts') && !file.endsWith('.d.ts');

/** The path from the root of the repository. */
export const pathOf = (fileName: string): string => path.relative(ROOT, fileName).replaceAll(path.sep, '/');

export const placeOf = (node: Node): string => {
  const source = node.getSourceFile();
  return `${pathOf(source.fileName)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
};

const aliasedSymbol = (checker: Checker, node: Node): Symbol | undefined => {
  const symbol = isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  return symbol && (symbol.flags & SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
};

const callsByName = (files: readonly SourceFile[]) => {
  const byName = new Map<string, CallExpression[]>();
  const collect = (node: Node): void => {
    const name = isCallExpression(node) ? calledName(node)?.text : undefined;
    if (isCallExpression(node) && name !== undefined) {
      const declarations = byName.get(name);
      if (declarations) declarations.push(node);
      else byName.set(name, [node]);
    }
    node.forEachChild(collect);
  };
  return (name: string): readonly CallExpression[] => {
    if (byName.size === 0) for (const file of files) collect(file);
    return byName.get(name) ?? [];
  };
};

const creationsIn = (files: readonly SourceFile[], className: string): readonly NewExpression[] => {
  const creations: NewExpression[] = [];
  const collect = (node: Node): void => {
    if (isNewExpression(node) && isIdentifier(node.expression) && node.expression.text === className) creations.push(node);
    node.forEachChild(collect);
  };
  for (const file of files) if (file.text.includes(`new ${className}(`)) collect(file);
  return creations;
};

const calledName = ({ expression }: CallExpression) =>
  isIdentifier(expression) ? expression : isPropertyAccessExpression(expression) && isIdentifier(expression.name) ? expression.name : undefined;
