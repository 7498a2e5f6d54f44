import { fieldOf, isTree, isTrue, listOf, numberOf, setOf, treesOf } from './query-tree.ts';
import type { Datum, Tree } from './query-tree.ts';

/** Whether a value can be null: `no` and `may` are proved, `unsure` is neither. */
export type Nullness = 'no' | 'may' | 'unsure';

/** The facts of the database that the analysis needs. */
export interface Catalog {
  readonly isNotNull: (relation: number, column: number) => boolean | undefined;
  /** The analysed query of a view. */
  readonly viewOf: (relation: number) => Tree | undefined;
  readonly functionOf: (oid: number) => { readonly name: string; readonly isStrict: boolean } | undefined;
}

/** For each column of a statement's result, whether it can be null. `query` is PostgreSQL's own analysis of the statement. */
export const columnNullness = (catalog: Catalog, query: Tree): readonly Nullness[] => new Analysis(catalog, query, undefined).columns();

const JOIN = { inner: 0, left: 1, full: 2, right: 3 } as const;
const RTE = { relation: 0, subquery: 1, join: 2, values: 5, cte: 6, group: 9 } as const;
const SUBLINK = { exists: 0, any: 2, expression: 4, array: 6 } as const;
const COMMAND = { select: 1, update: 2, insert: 3 } as const;
/** `is true`, `is false` and `is not unknown`. */
const NOT_UNKNOWN: ReadonlySet<number> = new Set([0, 2, 5]);
const NEVER: ReadonlySet<string> = new Set(['count', 'row_number', 'rank', 'dense_rank', 'ntile', 'percent_rank', 'cume_dist']);
/** Aggregates that return a value as soon as there is a row, even if its value is null. */
const GATHERS: ReadonlySet<string> = new Set(['array_agg', 'jsonb_agg', 'json_agg', 'jsonb_object_agg', 'json_object_agg']);
const FOLDS: ReadonlySet<string> = new Set(['sum', 'min', 'max', 'avg', 'string_agg', 'bool_and', 'bool_or', 'every', 'bit_or', 'bit_and']);
const CASTS: ReadonlyMap<string, string> = new Map([
  ['RELABELTYPE', 'arg'],
  ['COERCEVIAIO', 'arg'],
  ['ARRAYCOERCEEXPR', 'arg'],
  ['CONVERTROWTYPEEXPR', 'arg'],
  ['COLLATEEXPR', 'arg'],
  ['COERCETODOMAIN', 'arg'],
  ['FIELDSELECT', 'arg'],
]);
const NEVER_NULL: ReadonlySet<string> = new Set([
  'NULLTEST',
  'BOOLEANTEST',
  'DISTINCTEXPR',
  'ARRAYEXPR',
  'ROWEXPR',
  'SQLVALUEFUNCTION',
  'GROUPINGFUNC',
  'NEXTVALUEEXPR',
]);

/** A query, and the outer queries whose columns it can refer to. */
class Analysis {
  readonly #catalog: Catalog;
  readonly #query: Tree;
  readonly #outer: Analysis | undefined;
  readonly #tables: readonly Tree[];
  /** Columns that a condition excludes from being null, and outer joins that such a condition turns into inner joins. */
  readonly #sure = new Set<string>();
  readonly #cancelled = new Set<number>();
  readonly #underway: ReadonlySet<Tree>;

  // oxlint-disable-next-line max-params -- the state of the analysis is only passed down
  constructor(catalog: Catalog, query: Tree, outer: Analysis | undefined, underway: ReadonlySet<Tree> = new Set()) {
    this.#catalog = catalog;
    this.#query = query;
    this.#outer = outer;
    this.#underway = new Set([...underway, query]);
    this.#tables = treesOf(query.fields.get('rtable'));
    const from = fieldOf(query, 'jointree');
    if (from) this.#holdFrom(from);
  }

  columns(): readonly Nullness[] {
    const isSelect = numberOf(this.#query, 'commandType') === COMMAND.select;
    const targets = treesOf(this.#query.fields.get(isSelect ? 'targetList' : 'returningList')).filter((target) => !isTrue(target, 'resjunk'));
    if (fieldOf(this.#query, 'setOperations')) return this.#ofUnion(targets.length);
    return targets.map((target) => this.#expression(target.fields.get('expr')));
  }

  #ofUnion(columns: number): readonly Nullness[] {
    const parts = this.#tables.flatMap((table) => (numberOf(table, 'rtekind') === RTE.subquery ? [this.#inner(fieldOf(table, 'subquery'))] : []));
    return Array.from({ length: columns }, (_unused, index) => worst(parts.map((part) => part[index] ?? 'unsure')));
  }

  #inner(query: Tree | undefined, outer: Analysis | undefined = this): readonly Nullness[] {
    if (!query || this.#underway.has(query)) return [];
    return new Analysis(this.#catalog, query, outer, this.#underway).columns();
  }

  #expression(datum: Datum | undefined): Nullness {
    if (!isTree(datum)) return 'unsure';
    const { tag, fields } = datum;
    if (NEVER_NULL.has(tag)) return 'no';
    const cast = CASTS.get(tag);
    if (cast !== undefined) return this.#expression(fields.get(cast));
    switch (tag) {
      case 'VAR':
        return this.#variable(datum);
      case 'CONST':
        return isTrue(datum, 'constisnull') ? 'may' : 'no';
      case 'FUNCEXPR':
        return this.#strict(numberOf(datum, 'funcid'), fields.get('args'));
      case 'OPEXPR':
        return this.#strict(numberOf(datum, 'opfuncid'), fields.get('args'));
      case 'COALESCEEXPR':
      case 'MINMAXEXPR':
        return best(listOf(fields.get('args')).map((each) => this.#expression(each)));
      case 'CASEEXPR':
        return this.#case(datum);
      case 'AGGREF':
        return this.#aggregate(datum);
      case 'WINDOWFUNC':
        return this.#window(datum);
      case 'SUBLINK':
        return this.#sublink(datum);
      default:
        return 'unsure';
    }
  }

  #variable(variable: Tree): Nullness {
    const levels = numberOf(variable, 'varlevelsup');
    if (levels > 0) {
      const up = new Map([...variable.fields, ['varlevelsup', String(levels - 1)] as const]);
      return this.#outer ? this.#outer.#variable({ tag: 'VAR', fields: up }) : 'unsure';
    }
    const column = numberOf(variable, 'varattno');
    const written = numberOf(variable, 'varno') === numberOf(this.#query, 'resultRelation') ? this.#written(column) : undefined;
    if (written) return written;
    if (this.#sure.has(nameOf(variable))) return 'no';
    const nulledBy = setOf(variable, 'varnullingrels').filter((join) => !this.#cancelled.has(join));
    if (nulledBy.length > 0) return 'may';
    const table = this.#tables[numberOf(variable, 'varno') - 1];
    return column <= 0 || !table ? 'no' : this.#column(table, column);
  }

  #column(table: Tree, column: number): Nullness {
    switch (numberOf(table, 'rtekind')) {
      case RTE.relation:
        return this.#ofRelation(numberOf(table, 'relid'), column);
      case RTE.subquery:
        return this.#inner(fieldOf(table, 'subquery'))[column - 1] ?? 'unsure';
      case RTE.join:
        return this.#expression(listOf(table.fields.get('joinaliasvars'))[column - 1]);
      case RTE.values:
        return worst(listOf(table.fields.get('values_lists')).map((row) => this.#expression(listOf(row)[column - 1])));
      case RTE.cte:
        return this.#ofCte(table, column);
      case RTE.group:
        return listOf(this.#query.fields.get('groupingSets')).length > 0
          ? 'may'
          : this.#expression(listOf(table.fields.get('groupexprs'))[column - 1]);
      default:
        return 'unsure';
    }
  }

  #ofRelation(relation: number, column: number): Nullness {
    const view = this.#catalog.viewOf(relation);
    if (view) return new Analysis(this.#catalog, view, undefined).columns()[column - 1] ?? 'unsure';
    const isNotNull = this.#catalog.isNotNull(relation, column);
    return isNotNull === undefined ? 'unsure' : isNotNull ? 'no' : 'may';
  }

  /** A column of the row that the statement itself writes; undefined where it does not write the column. */
  #written(column: number): Nullness | undefined {
    const table = this.#tables[numberOf(this.#query, 'resultRelation') - 1];
    const command = numberOf(this.#query, 'commandType');
    const target = treesOf(this.#query.fields.get('targetList')).find((each) => numberOf(each, 'resno') === column);
    if (!table || !target || (command !== COMMAND.insert && command !== COMMAND.update)) return undefined;
    if (this.#catalog.isNotNull(numberOf(table, 'relid'), column) === true) return 'no';
    const value = this.#expression(target.fields.get('expr'));
    return fieldOf(this.#query, 'onConflict') && value === 'no' ? 'unsure' : value;
  }

  #at(levels: number): Analysis | undefined {
    if (levels === 0) return this;
    return this.#outer ? this.#outer.#at(levels - 1) : undefined;
  }

  #ofCte(table: Tree, column: number): Nullness {
    const name = table.fields.get('ctename');
    const holder = this.#at(numberOf(table, 'ctelevelsup'));
    const found = holder && treesOf(holder.#query.fields.get('cteList')).find((each) => each.fields.get('ctename') === name);
    const query = found && fieldOf(found, 'ctequery');
    return (holder && query && !this.#underway.has(query) ? holder.#inner(query, holder)[column - 1] : undefined) ?? 'unsure';
  }

  /** A strict function returns null for a null argument; whether it returns null otherwise is unknown. */
  #strict(oid: number, argument: Datum | undefined): Nullness {
    const catalogFunction = this.#catalog.functionOf(oid);
    if (!catalogFunction?.isStrict) return 'unsure';
    const values = listOf(argument).map((each) => this.#expression(each));
    if (values.includes('may')) return 'may';
    return catalogFunction.name.startsWith('int') && values.every((value) => value === 'no') ? 'no' : 'unsure';
  }

  #case(tree: Tree): Nullness {
    const rest = tree.fields.get('defresult');
    const results = [...treesOf(tree.fields.get('args')).map((branch) => branch.fields.get('result')), rest];
    // A branch that is a null literal is intended; whether another branch is reached with a null depends on its condition.
    if (!isTree(rest) || results.some((each) => isTree(each) && each.tag === 'CONST' && isTrue(each, 'constisnull'))) return 'may';
    return results.every((each) => this.#expression(each) === 'no') ? 'no' : 'unsure';
  }

  #aggregate(tree: Tree): Nullness {
    const name = this.#catalog.functionOf(numberOf(tree, 'aggfnoid'))?.name ?? '';
    if (NEVER.has(name)) return 'no';
    const isGrouped = listOf(this.#query.fields.get('groupClause')).length > 0;
    if (!isGrouped || fieldOf(tree, 'aggfilter')) return FOLDS.has(name) || GATHERS.has(name) ? 'may' : 'unsure';
    if (GATHERS.has(name)) return 'no';
    const [first] = treesOf(tree.fields.get('args'));
    return FOLDS.has(name) && first ? this.#expression(first.fields.get('expr')) : 'unsure';
  }

  #window(tree: Tree): Nullness {
    const name = this.#catalog.functionOf(numberOf(tree, 'winfnoid'))?.name ?? '';
    if (NEVER.has(name)) return 'no';
    const args = listOf(tree.fields.get('args'));
    if (name === 'lag' || name === 'lead') return args.length < 3 ? 'may' : 'unsure';
    return FOLDS.has(name) && !fieldOf(tree, 'aggfilter') ? this.#expression(args[0]) : 'unsure';
  }

  #sublink(tree: Tree): Nullness {
    const kind = numberOf(tree, 'subLinkType');
    if (kind === SUBLINK.exists || kind === SUBLINK.array) return 'no';
    const query = fieldOf(tree, 'subselect');
    if (kind !== SUBLINK.expression || !query) return 'unsure';
    const [value = 'unsure'] = this.#inner(query);
    // Whether a row is found depends on the data, except in queries that always return one.
    return value === 'no' && !answersOneRow(query) ? 'unsure' : value;
  }

  /** Collects the conditions that every row of a FROM clause satisfies. */
  #holdFrom(item: Tree): void {
    if (item.tag === 'FROMEXPR') {
      for (const each of treesOf(item.fields.get('fromlist'))) this.#holdFrom(each);
      this.#hold(fieldOf(item, 'quals'));
    }
    if (item.tag !== 'JOINEXPR') return;
    const [left, right, kind] = [fieldOf(item, 'larg'), fieldOf(item, 'rarg'), numberOf(item, 'jointype')];
    if (left && (kind === JOIN.inner || kind === JOIN.left)) this.#holdFrom(left);
    if (right && (kind === JOIN.inner || kind === JOIN.right)) this.#holdFrom(right);
    if (kind === JOIN.inner) this.#hold(fieldOf(item, 'quals'));
  }

  #hold(condition: Tree | undefined): void {
    if (!condition) return;
    for (const variable of this.#notNullIn(condition)) {
      this.#sure.add(nameOf(variable));
      for (const join of setOf(variable, 'varnullingrels')) this.#cancelled.add(join);
    }
  }

  /** Columns that are not null wherever a condition is true. */
  #notNullIn(condition: Tree): readonly Tree[] {
    const { tag, fields } = condition;
    const parts = treesOf(fields.get('args'));
    if (tag === 'BOOLEXPR' && fields.get('boolop') === 'and') return parts.flatMap((each) => this.#notNullIn(each));
    if (tag === 'BOOLEXPR' && fields.get('boolop') === 'or') return common(parts.map((each) => this.#notNullIn(each)));
    if (tag === 'BOOLEXPR') return parts.flatMap((each) => this.#strictIn(each));
    const inner = fieldOf(condition, 'arg');
    if (tag === 'NULLTEST') return inner && fields.get('nulltesttype') === '1' ? this.#strictIn(inner) : [];
    if (tag === 'BOOLEANTEST') return inner && NOT_UNKNOWN.has(numberOf(condition, 'booltesttype')) ? this.#strictIn(inner) : [];
    if (tag === 'SCALARARRAYOPEXPR') return parts.slice(0, 1).flatMap((each) => this.#strictIn(each));
    const test = fieldOf(condition, 'testexpr');
    if (tag === 'SUBLINK') return numberOf(condition, 'subLinkType') === SUBLINK.any && test ? this.#strictIn(test) : [];
    return this.#strictIn(condition);
  }

  /** Columns that make an expression null when they are null. */
  #strictIn(expression: Tree): readonly Tree[] {
    const { tag, fields } = expression;
    if (tag === 'VAR') return numberOf(expression, 'varlevelsup') === 0 ? [expression] : [];
    const cast = CASTS.get(tag);
    const inner = cast === undefined ? undefined : fieldOf(expression, cast);
    if (inner) return this.#strictIn(inner);
    if (tag !== 'FUNCEXPR' && tag !== 'OPEXPR') return [];
    const catalogFunction = this.#catalog.functionOf(numberOf(expression, tag === 'OPEXPR' ? 'opfuncid' : 'funcid'));
    return catalogFunction?.isStrict ? treesOf(fields.get('args')).flatMap((each) => this.#strictIn(each)) : [];
  }
}

const nameOf = (variable: Tree): string => `${numberOf(variable, 'varno')}.${numberOf(variable, 'varattno')}`;

const common = (lists: readonly (readonly Tree[])[]): readonly Tree[] => {
  const [first = [], ...others] = lists;
  return first.filter((variable) => others.every((list) => list.some((each) => nameOf(each) === nameOf(variable))));
};

const worst = (values: readonly Nullness[]): Nullness => (values.includes('may') ? 'may' : values.every((value) => value === 'no') ? 'no' : 'unsure');
const best = (values: readonly Nullness[]): Nullness => (values.includes('no') ? 'no' : values.every((value) => value === 'may') ? 'may' : 'unsure');

/** An aggregate without grouping returns one row in any case. */
const answersOneRow = (query: Tree): boolean =>
  (isTrue(query, 'hasAggs') || treesOf(query.fields.get('rtable')).length === 0) &&
  listOf(query.fields.get('groupClause')).length === 0 &&
  !fieldOf(query, 'havingQual') &&
  !fieldOf(query, 'limitCount') &&
  !fieldOf(query, 'limitOffset') &&
  (isTrue(query, 'hasAggs') || !fieldOf(fieldOf(query, 'jointree') ?? query, 'quals'));
