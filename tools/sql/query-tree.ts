/** A node of PostgreSQL's own analysis of a statement, in its text form: `{VAR :varno 1 :varattno 2}`. */
export interface Tree {
  readonly tag: string;
  readonly fields: ReadonlyMap<string, Datum>;
}
/** Null represents `<>`. */
export type Datum = string | null | Tree | readonly Datum[];

/** Parses the text of a `pg_node_tree`. */
export const parseTree = (text: string): Datum => new Reader(text).datum();

export const isTree = (datum: Datum | undefined): datum is Tree => typeof datum === 'object' && datum !== null && 'tag' in datum;
export const listOf = (datum: Datum | undefined): readonly Datum[] =>
  Array.isArray(datum) ? datum : datum === null || datum === undefined ? [] : [datum];
export const treesOf = (datum: Datum | undefined): readonly Tree[] => listOf(datum).filter(isTree);
export const fieldOf = (tree: Tree, name: string): Tree | undefined => {
  const datum = tree.fields.get(name);
  return isTree(datum) ? datum : undefined;
};
export const numberOf = (tree: Tree, name: string): number => Number(tree.fields.get(name) ?? 0);
export const isTrue = (tree: Tree, name: string): boolean => tree.fields.get(name) === 'true';
/** Members of a set of numbers, printed as `(b 1 3)`. */
export const setOf = (tree: Tree, name: string): readonly number[] =>
  listOf(tree.fields.get(name))
    .filter((member) => member !== 'b')
    .map(Number);

const TOKEN = /\s*(?:([(){}])|"((?:[^"\\]|\\.)*)"|((?:[^\s(){}\\]|\\.)+))/uy;

class Reader {
  readonly #text: string;
  #at = 0;
  #sign = '';
  #word = '';

  constructor(text: string) {
    this.#text = text;
    this.#advance();
  }

  datum(): Datum {
    if (this.#sign === '{') return this.#tree();
    if (this.#sign === '(') return this.#list();
    const word = this.#word;
    this.#advance();
    return word === '<>' ? null : word;
  }

  #tree(): Tree {
    this.#advance();
    const tag = this.#word;
    this.#advance();
    const fields = new Map<string, Datum>();
    while (this.#sign !== '}') {
      const name = this.#word.slice(1);
      this.#advance();
      const values: Datum[] = [];
      // The bytes of a constant follow its length, so a field may have several values.
      while (this.#sign !== '}' && !(this.#sign === '' && this.#word.startsWith(':'))) values.push(this.datum());
      fields.set(name, values.length === 1 ? (values[0] ?? null) : values);
    }
    this.#advance();
    return { tag, fields };
  }

  #list(): readonly Datum[] {
    this.#advance();
    const items: Datum[] = [];
    while (this.#sign !== ')') items.push(this.datum());
    this.#advance();
    return items;
  }

  #advance(): void {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    this.#at = TOKEN.lastIndex;
    [this.#sign, this.#word] = found ? [found[1] ?? '', found[2] ?? found[3] ?? ''] : ['}', ''];
    if (!found) this.#sign = ')';
  }
}
