import { useSay } from '#kit/web/language.ts';
import { colorSchemeStore, useColorScheme } from '#kit/web/theme/theme-store.ts';
import { Glyph } from '#kit/web/page/glyph.tsx';
import { words } from '../../words.ts';

/** Day and night. Stands on the sign-in page too, which knows no component library. */
export const ThemeSwitch = () => {
  const say = useSay();
  const look = useColorScheme();
  const label = say(look === 'dark' ? words.toLight : words.toDark);
  return (
    <button
      type="button"
      className="co-glyph-button"
      title={label}
      aria-label={label}
      onClick={() => colorSchemeStore.set(look === 'dark' ? 'light' : 'dark')}
    >
      <Glyph name={look === 'dark' ? 'sun' : 'moon'} />
    </button>
  );
};
