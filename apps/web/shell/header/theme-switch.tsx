import { useSay } from '#kit/web/language.ts';
import { colorSchemeStore, useColorScheme } from '#kit/web/theme/theme-store.ts';
import { Glyph } from '#kit/web/page/glyph.tsx';
import { words } from '../../words.ts';

/** Switches between light and dark. It does not use the component library, because the sign-in page shows it too. */
export const ThemeSwitch = () => {
  const say = useSay();
  const colorScheme = useColorScheme();
  const label = say(colorScheme === 'dark' ? words.toLight : words.toDark);
  return (
    <button
      type="button"
      className="co-glyph-button"
      title={label}
      aria-label={label}
      onClick={() => colorSchemeStore.set(colorScheme === 'dark' ? 'light' : 'dark')}
    >
      <Glyph name={colorScheme === 'dark' ? 'sun' : 'moon'} />
    </button>
  );
};
