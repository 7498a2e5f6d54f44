import 'antd/dist/antd.css';

/** A store of this file alone: all files of a run share one origin, and would change each other's language. */
class OwnStorage implements Storage {
  readonly #kept = new Map<string, string>();
  get length(): number {
    return this.#kept.size;
  }
  key(index: number): string | null {
    return [...this.#kept.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }
  removeItem(key: string): void {
    this.#kept.delete(key);
  }
  clear(): void {
    this.#kept.clear();
  }
}

for (const name of ['localStorage', 'sessionStorage'] as const) Object.defineProperty(window, name, { value: new OwnStorage() });
