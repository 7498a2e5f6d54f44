import 'antd/dist/antd.css';
import { page, userEvent } from 'vitest/browser';
import { readRights } from '#kit/resource/rights/rights.ts';
import { permissionStore } from '../permissions/use-permission.ts';
import { queryClient } from '../calls/query.tsx';
import { stepUpStore } from '../calls/step-up-queue.ts';
import { sessionErrorStore } from '../session/session-errors.ts';
// A module is evaluated once a window, but this file before each test file.
import './key-frames.ts';

/** The size that vitest gives a window. */
const [WIDTH_PX, HEIGHT_PX] = [414, 896];

/** A storage for this test file alone: the files of a run share one origin and would change each other's language. */
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

for (const name of ['localStorage', 'sessionStorage'] as const) Object.defineProperty(window, name, { value: new OwnStorage(), configurable: true });
// Another test file may have run in this window. Its state is removed and the window gets its first size.
window.dispatchEvent(new StorageEvent('storage'));
sessionErrorStore.set(null);
stepUpStore.get()?.settle(() => 'the file is over');
permissionStore.set(readRights([], []));
queryClient.clear();
history.replaceState(null, '', `${location.pathname}${location.search}`);
await page.viewport(WIDTH_PX, HEIGHT_PX);
// An element below the mouse may be drawn and scrolled differently.
await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 } });
