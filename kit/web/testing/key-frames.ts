import { userEvent } from 'vitest/browser';

/** Several named keys, as `{ArrowDown}{Enter}`. Held keys and texts do not match. */
const SEVERAL_KEYS = /^(?:\{\w+\}){2,}$/u;
const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
const press = userEvent.keyboard.bind(userEvent);
/** Waits two frames after each key: menus move the active item in the next frame, and a person is never faster. */
userEvent.keyboard = async (text) => {
  if (!SEVERAL_KEYS.test(text)) return press(text);
  for (const key of text.match(/\{\w+\}/gu) ?? []) {
    await press(key);
    await frame();
    await frame();
  }
};
