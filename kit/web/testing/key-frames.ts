import { userEvent } from 'vitest/browser';

/** Keys after one another, as `{ArrowDown}{Enter}`; those that are held and texts go as they are. */
const SEVERAL_KEYS = /^(?:\{\w+\}){2,}$/u;
const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
const press = userEvent.keyboard.bind(userEvent);
/** Nobody presses two keys within one frame, and menus move what is in hand in the next. */
userEvent.keyboard = async (text) => {
  if (!SEVERAL_KEYS.test(text)) return press(text);
  for (const key of text.match(/\{\w+\}/gu) ?? []) {
    await press(key);
    await frame();
    await frame();
  }
};
